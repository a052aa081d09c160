import {
  cleanPhone,
  hasTwoDecimals,
  isPhone,
  lenientEmail,
  MOST_AMOUNT,
  withoutRoundingError,
} from '@crm/contracts/fields.ts';
import { type Currency, toMinor } from '@crm/events/language/money.ts';
import type { DateOrder } from '@crm/events/leads/upload.ts';
import {
  type LeadStatus,
  leadStatuses,
  type PaymentMode,
  paymentModes,
} from '@crm/events/leads/vocabulary.ts';
import { good, type Read, wrong } from './cell.ts';
import { countryOf } from './countries.ts';
import { readCurrency } from './currency.ts';
import { instantOf } from './local-time.ts';

const EARLIEST = 1900;
const DAY_MS = 86_400_000;

const FORM =
  /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AaPp])[Mm]|(Z))?)?$/;

/** The first two numbers of a date with slashes: month and day, in either order. Null for other texts. */
export function slashDate(text: string): { one: number; two: number } | null {
  const match = FORM.exec(text);
  return match?.[4] === undefined ? null : { one: Number(match[4]), two: Number(match[5]) };
}

/** Settings for all dates of an upload. */
export type DateRules = {
  /** Start of the upload, in ms since 1970. */
  now: number;
  /** The order of day and month in dates with slashes; null when it is unknown. */
  dateOrder: DateOrder | null;
  /** Of the organisation: the clocks of dates without a time zone. */
  timeZone: string;
};

/** @param written the date as if it were UTC: what the file says, whatever the time zone. Both are ISO instants. */
type FileDate = { written: string; instant: string };

/**
 * Reads YYYY-MM-DD, or a date with slashes in the order of the file, with an optional time. It is a date of the
 * organisation's time zone, or with a Z after its time of UTC. Refuses a date more than a day after `now`: a file may come
 * from another time zone. A date with slashes that can be read in two ways is refused when their order is unknown.
 */
export function readDate(text: string, { now, dateOrder: order, timeZone }: DateRules): Read<FileDate> {
  const match = FORM.exec(text);
  if (!match) return wrong('must be YYYY-MM-DD or MM/DD/YYYY');
  const [, y1, m1, d1, one, two, y2, hours = '0', minutes = '0', seconds = '0', half, utc] = match;
  const ambiguous = one !== undefined && one !== two && Number(one) <= 12 && Number(two) <= 12;
  if (ambiguous && order === null)
    return wrong(`${text} can be read in two ways: choose whether the day or the month comes first`);
  if (Number(hours) > (half ? 12 : 23) || Number(minutes) > 59 || Number(seconds) > 59)
    return wrong('has a time that no day has: it must be HH:MM or HH:MM:SS');
  const isDayFirst = order === 'day-first' || (order === null && Number(one) > 12);
  const [m2, d2] = isDayFirst ? [two, one] : [one, two];
  const [year, month, date] = [Number(y1 ?? y2), Number(m1 ?? m2), Number(d1 ?? d2)];
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  const day = new Date(Date.UTC(year, month - 1, date, hour, Number(minutes), Number(seconds)));
  // Date.UTC turns 31 April into another day.
  const isDay = day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  if (!isDay || year < EARLIEST)
    return wrong(
      `is no day of the calendar: it must be YYYY-MM-DD or ${isDayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY'}`,
    );
  const instant = utc ? day.getTime() : instantOf(day.getTime(), timeZone);
  if (instant > now + DAY_MS) return wrong('lies in the future');
  return good({ written: day.toISOString(), instant: new Date(instant).toISOString() });
}

/** 1.500 is 1500 where a point separates thousands. 0.500 and 1234.500 can be read in one way only. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/**
 * A currency's code, sign or name. The dot of another word is part of the number, which is refused: USD.50 may be 0.50.
 */
const WORD = String.raw`\p{L}+(?:\.\p{L}+)*`;
const SIGN = String.raw`rs\.|\p{L}{0,3}\s?\p{Sc}|${WORD}(?:\.? ${WORD})*`;
const AMOUNT = new RegExp(`^(${SIGN})?(.*?)(${SIGN})?$`, 'iu');
/** Of a number and two names of its currency. The work of AMOUNT grows with the square of the length. */
const LONGEST_AMOUNT = 80;

/** An amount in minor units, and the currencies that each sign, code or name beside it may mean, the likeliest first. */
type Amount = { minor: number; meant: readonly (readonly Currency[])[] };

/**
 * Reads an amount in minor units: 1,234.50 and 1.234,50 and 1234,5, with or without a currency's sign, code or name. Refuses
 * 1.234 and 1.500, which are ambiguous, and other currencies.
 */
export function readAmount(text: string, most = MOST_AMOUNT): Read<Amount> {
  const spaced = text.replace(/[\s\u00a0]+/g, ' ').trim();
  if (spaced.length > LONGEST_AMOUNT) return wrong('must be a positive number');
  const [, before, bare = '', after] = AMOUNT.exec(spaced) ?? [];
  const minor = readMinor(bare.replaceAll(' ', ''), most);
  if (minor.kind === 'wrong') return minor;
  const meant: (readonly Currency[])[] = [];
  for (const sign of [before, after]) {
    if (sign === undefined) continue;
    const read = readCurrency(sign);
    if (read.kind === 'wrong') return wrong(`has the currency ${sign}, which ${read.why}`);
    meant.push(read.value);
  }
  return good({ minor: minor.value, meant });
}

function readMinor(bare: string, most: number): Read<number> {
  if (AMBIGUOUS.test(bare))
    return wrong(
      `${bare} can be read in two ways: write ${bare.replace('.', '')}, or with at most two decimals`,
    );
  const plain = plainNumber(bare);
  if (plain === null) return wrong('must be a positive number');
  const amount = withoutRoundingError(Number(plain));
  if (!(amount > 0)) return wrong('must be a positive number');
  if (amount > most) return wrong(`cannot exceed ${most}`);
  if (!hasTwoDecimals(amount)) return wrong('can have at most two decimals');
  return good(toMinor(amount));
}

function plainNumber(text: string): string | null {
  if (/^\d+(?:\.\d+)?$/.test(text)) return text;
  // 1,234.50 and, as in India, 1,23,456.50. Thousands never begin with 0: 0,500 is 0.5.
  if (/^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '');
  if (/^[1-9]\d{0,2}(?:\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^(?:\d+,\d{1,2}|0,\d+)$/.test(text)) return text.replace(',', '.');
  return null;
}

export function readWhole(text: string, most: number): Read<number> {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) return wrong('must be a whole number from 1');
  return Number(text) > most ? wrong(`cannot exceed ${most}`) : good(Number(text));
}

export function readPhone(cell: string): Read<string> {
  const phone = cleanPhone(cell);
  if (isPhone(phone)) return good(phone);
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell))
    return wrong(
      `${cell} was cut short by a spreadsheet program: format the column as text and write it again`,
    );
  return wrong('must have 7 to 15 digits with an optional leading +');
}

export function readEmail(cell: string): Read<string> {
  return lenientEmail.safeParse(cell).success ? good(cell) : wrong('must be a valid email address');
}

export function readCountry(cell: string): Read<string> {
  const code = countryOf(cell);
  return code === null ? wrong('must be a 2-letter code or the name of a country') : good(code);
}

export function readStatus(cell: string): Read<LeadStatus> {
  const status = leadStatuses.find((one) => one === cell.toLowerCase());
  return status ? good(status) : wrong(`must be one of ${leadStatuses.join(', ')}`);
}

export function readPaymentMode(cell: string): Read<PaymentMode> {
  const mode = paymentModes.find((one) => one === cell.toLowerCase());
  return mode ? good(mode) : wrong(`must be one of ${paymentModes.join(', ')}`);
}
