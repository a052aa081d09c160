import { types as defaults, TypeOverrides } from 'pg';

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  int8Array: 1016,
  numericArray: 1231,
} as const;

/** Parses an int8 or numeric. Throws if a number cannot represent it exactly, instead of rounding. */
function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

const numberOf = (text: string) => (/^-?\d+$/.test(text) ? exactInteger(text) : Number(text));

/** `{1,2,NULL}` */
const arrayOf = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : numberOf(item)));

const overrides = new TypeOverrides(defaults);
overrides.setTypeParser(oid.int8, exactInteger);
overrides.setTypeParser(oid.numeric, numberOf); // a sum of bigint has the type numeric
overrides.setTypeParser(oid.int8Array, arrayOf);
overrides.setTypeParser(oid.numericArray, arrayOf);
// A date or timestamp without a zone is no instant: kept as text instead of converted with the server's zone.
overrides.setTypeParser(oid.date, (text: string) => text);
overrides.setTypeParser(oid.timestamp, (text: string) => text);

/** The types of values from Postgres: counts and sums as numbers, instants as Date, days as text. */
export const columnTypes = overrides;
