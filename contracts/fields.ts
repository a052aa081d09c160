import { absentOr } from '@crm/events/language/field-errors.ts';
import { withoutInvisible } from '@crm/events/language/invisible.ts';
import { fromMinor, toMinor } from '@crm/events/language/money.ts';
import { lengthOf } from '@crm/events/language/text.ts';
import { z } from 'zod';
import { LARGEST_PAGE, LONGEST_FILTER } from './limits.ts';
import { texts } from './texts.ts';

/**
 * Field schemas shared by the console's forms and the server's checks. Lengths count characters, as in uploads
 * (events/language/text.ts).
 */

const NO_TEXT = 'Must be text';
/** 1,299.50 is read as 1.2995 in some countries, so an amount with a comma is asked for again and not guessed. */
const NO_AMOUNT = 'Enter digits and a decimal point, such as 1299.50';

/** Required text, trimmed, with `min` to `max` characters. */
export const requiredText = (min: number, max: number) =>
  z
    .string({ error: absentOr(NO_TEXT) })
    .trim()
    .min(1, { error: texts.required, abort: true })
    .min(min, { error: texts.atLeast(min) })
    .max(max, { error: texts.atMost(max) });

/** Optional text, trimmed; blank and missing values become null. @param tooLong the error above `max` characters */
export const optionalText = (max: number, min = 0, tooLong = texts.atMost(max)) =>
  z
    .string({ error: NO_TEXT })
    .trim()
    .max(max, { error: tooLong })
    .refine((text) => text === '' || lengthOf(text) >= min, { error: texts.atLeast(min) })
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null);

/**
 * The address of an account, in any script. Its domain has a dot, and letters, digits and hyphens only: `ravi@gmail,com` and
 * `ravi@gmail` are mistyped, and no mail would ever reach them.
 */
export const EMAIL =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

const emailLike = (pattern: RegExp) =>
  z
    .string({ error: absentOr(NO_TEXT) })
    .trim()
    .min(1, { error: texts.required, abort: true })
    .max(254, { error: texts.atMost(254) })
    .pipe(z.email({ error: texts.email, pattern }));

export const email = emailLike(EMAIL);
/** With any domain: for leads, and for accounts from before `EMAIL`, which must sign in. */
export const lenientEmail = emailLike(z.regexes.unicodeEmail);

const blankAsNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null);

/** A field that callers may leave out; blank and missing values become null. `orBlank`: for the API's documentation. */
export const optional = <S extends z.ZodType>(schema: S) =>
  // Whether the field is required in the JSON schema is up to the inner schema, so that one has to accept an absent value, too.
  z
    .preprocess(
      blankAsNull,
      schema.nullish().transform((value) => value ?? null),
    )
    .meta({ orBlank: true });

/** The email of a lead: a mistyped domain does not refuse it, because an operator calls the phone. */
export const optionalEmail = optional(lenientEmail);

/**
 * Whether a text has 7 to 15 digits with an optional leading plus; spaces, hyphens, dots and parentheses may
 * separate them.
 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/[\s\-().]/g, '');
  // Phones are stored as sent, so separators count towards the length limit.
  return text.length <= 40 && /^\+?\d{7,15}$/.test(digits);
}

/**
 * Drops invisible characters, which WhatsApp and others put around a copied phone, and the `.0` of a program that took a
 * phone for a decimal number: its 0 would count as one more digit.
 */
export const cleanPhone = (phone: string): string =>
  withoutInvisible(phone)
    .trim()
    .replace(/^(\+?\d+)\.0$/, '$1');

export const phoneNumber = (error: string) =>
  z
    .string({ error: absentOr(NO_TEXT) })
    .trim()
    .min(1, { error: texts.required, abort: true })
    .overwrite(cleanPhone)
    .refine(isPhone, { error });

export const phone = phoneNumber(texts.phone);

export const optionalPhone = optional(phone);

/** A number or its text (form-encoded bodies and inputs send text). */
export const numeric = (schema: z.ZodNumber) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const trimmed = value.trim();
    return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : value;
  }, schema);

/**
 * Whether an amount has at most two decimals. Others are rejected, because rounding would silently change the
 * user's input.
 */
export const hasTwoDecimals = (n: number) => fromMinor(toMinor(n)) === n;

/**
 * Drops the rounding error of a sum or product that a program computed with binary fractions: 4.35 * 3 is
 * 13.049999999999999, which no user has written. The error is far below a millionth, and a third decimal far above it.
 */
export function withoutRoundingError(n: number): number {
  const rounded = fromMinor(toMinor(n));
  return Math.abs(n - rounded) < 1e-6 ? rounded : n;
}

/** The limit of a price, and of an amount that is not a total. */
export const MOST_AMOUNT = 99_999_999.99;
export const MOST_QUANTITY = 100_000;

/** An amount of money with at most two decimals. */
const amountUpTo = (most: number) =>
  z
    .number({ error: absentOr(texts.positive) })
    .overwrite(withoutRoundingError)
    .max(most, { error: `Cannot exceed ${most}` })
    .refine(hasTwoDecimals, { error: 'At most two decimals' });

export const amount = numeric(amountUpTo(MOST_AMOUNT).min(0, { error: texts.positive }));
export const positiveAmount = numeric(amountUpTo(MOST_AMOUNT).gt(0, { error: texts.positive }));

/** The highest total of this quantity, so that the price of each piece is within its limit. */
export const mostTotal = (quantity: number): number => fromMinor(toMinor(MOST_AMOUNT) * quantity);
export const total = numeric(amountUpTo(mostTotal(MOST_QUANTITY)).min(0, { error: texts.positive }));

/** The price of an offer or a plan: at most 999,999.99. @param missing the error for a missing price */
export const priceOr = (missing: string) =>
  numeric(
    z
      .number({ error: absentOr(NO_AMOUNT, missing) })
      .overwrite(withoutRoundingError)
      .min(0, { error: 'Price cannot be negative' })
      .max(999_999.99, { error: 'Price cannot exceed 999999.99' })
      .refine(hasTwoDecimals, { error: 'At most two decimals' }),
  );

/** A whole number from 1 to `most`. @param error for values that are no number */
const whole = (most: number, error: string | ReturnType<typeof absentOr>) =>
  numeric(
    z
      .number({ error })
      .int({ error: 'Must be a whole number' })
      .min(1, { error: texts.positive })
      .max(most, { error: `Cannot exceed ${most}` }),
  );
export const quantity = whole(MOST_QUANTITY, absentOr(texts.positive));
export const age = whole(150, absentOr(texts.positive));
export const wholeUpTo = (most: number) => whole(most, texts.positive);

/** A boolean as JSON or as a form sends it. */
export const flag = z.preprocess(
  (value) => {
    if (value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : value;
  },
  z.boolean({ error: absentOr('Must be true or false') }),
);

/** The search text of a list. */
export const searchText = z.string().trim().max(LONGEST_FILTER).optional();
/** A filter text that must not be blank, for reports and for calls that act on all matches: without it, all would match. */
export const filterText = requiredText(1, LONGEST_FILTER).optional();

export const pageQuery = {
  page: wholeUpTo(1_000_000).default(1),
  limit: wholeUpTo(LARGEST_PAGE).default(100),
};
/** The limit of pages of leads: 1000 is what clients ask for that count the leads themselves. */
export const statisticsLimit = wholeUpTo(1000);

/** An id, with an error text for other values. Converted to lower case, because ids are compared as text. */
export const idOf = (error: string | ((issue: { input?: unknown }) => string)) =>
  z.guid({ error }).toLowerCase();
export const id = idOf(absentOr('Must be an id'));

export const instant = z.iso.datetime({ offset: true });
/** Whether a `dayOrInstant` is a day. */
export const isDay = (text: string) => text.length === 10;
/** A day (YYYY-MM-DD, in UTC) or an instant. */
export const dayOrInstant = z.union([z.iso.date(), instant], {
  error: absentOr('Must be a date (YYYY-MM-DD) or a date and time'),
});
export const byId = z.strictObject({ id });
/** The revision of the entity that was read: a change is refused if the entity has changed since. */
export const seenRevision = z.int().min(0).optional();
/** The data of a call that returns only success. */
export const nothing = z.object({});
