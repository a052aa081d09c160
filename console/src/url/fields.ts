import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { isDay } from '../format/period.ts';

/**
 * One field of a page's URL. Not a zod schema: zod weighs 27 kB, which a list would load before its first rows.
 */
export type Field<Value> = {
  /** The value of a URL without the parameter. */
  initial: Value;
  /** Reads the parameter; undefined when it is invalid. */
  read: (text: string) => Value | undefined;
};

/** The fields of a page's URL by their parameter. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

export type StateOf<F extends Fields> = { [Name in keyof F]: F[Name]['initial'] };

export function oneOf<const Value extends string>(
  values: readonly Value[],
  initial: NoInfer<Value>,
): Field<Value> {
  return { initial, read: (text) => values.find((value) => value === text) };
}

/** Active entries of a list, inactive ones, or all. */
export const activity = oneOf(['all', 'active', 'inactive'], 'all');

/** The server's `isActive` for an activity; undefined for all. */
export const isActiveOf = (chosen: typeof activity.initial): boolean | undefined =>
  chosen === 'all' ? undefined : chosen === 'active';

/** A text of at most `most` UTF-16 units, without spaces around it. */
export function text(most: number): Field<string> {
  return {
    initial: '',
    read: (given) => {
      const trimmed = given.trim();
      return trimmed.length <= most ? trimmed : undefined;
    },
  };
}

/** The search text of a list. */
export const search = text(LONGEST_FILTER);

/** As the server checks it, without zod. */
export const isId = (text: string) => ID.test(text);
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id, or one of a few words; the first word is the initial value. */
export function idOr(...words: readonly [string, ...string[]]): Field<string> {
  return {
    initial: words[0],
    read: (given) => (isId(given) || words.includes(given) ? given : undefined),
  };
}

/** A day as YYYY-MM-DD; '' for none. */
export const day: Field<string> = {
  initial: '',
  read: (given) => (given === '' || isDay(given) ? given : undefined),
};

/** An IANA time zone; '' for none. */
export const timeZone: Field<string> = {
  initial: '',
  read: (given) => (given === '' || isTimeZone(given) ? given : undefined),
};

function isTimeZone(given: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: given });
    return true;
  } catch {
    return false;
  }
}

/** A whole number for which `valid` is true. */
function whole(initial: number, valid: (n: number) => boolean): Field<number> {
  return {
    initial,
    read: (given) => {
      const n = given === '' ? Number.NaN : Number(given);
      return Number.isInteger(n) && valid(n) ? n : undefined;
    },
  };
}

/** A whole number from 0; -1 for none. */
export const wholeOrNone: Field<number> = whole(-1, (n) => n >= -1);

/** Page and page size, as in every list. */
export const pageSizes = [10, 25, 50, 100, 200, 300, 400, 500] as const;
export const paging = {
  page: whole(1, (n) => n >= 1),
  limit: whole(100, (n) => pageSizes.some((size) => size === n)),
};

/** The id of the saved view that the state is compared with. The other fields alone define the list. */
export const viewed = { view: idOr('') };
