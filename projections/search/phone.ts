import { foldText } from './fold-text.ts';

/**
 * Country calling codes: one digit for North America and Russia, two for the listed ones, else three (ITU-T E.164). No
 * code is the beginning of another.
 */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** More digits than a number has within its country, so that they begin with a calling code even without a plus. */
const INTERNATIONAL_FROM = 12;
/** Numbers in these countries have ten digits and never begin with 1, their calling code. */
const NORTH_AMERICA: readonly (string | null)[] = ['US', 'CA'];

/**
 * The number that a phone has within its country: two phones are the same when these are equal (docs/decisions.md). So
 * '9587446405', '09587446405' and '+91 95874 46405' are one.
 * @param country of the lead as a 2-letter code; null when it is unknown
 */
export function nationalNumber(phone: string, country: string | null): string {
  const written = phone.trim();
  const digits = digitsOf(written);
  const isInternational =
    /^(?:\+|00)/.test(written) ||
    digits.length >= INTERNATIONAL_FROM ||
    (digits.length === 11 && digits.startsWith('1') && NORTH_AMERICA.includes(country));
  if (!isInternational) return digits;
  // Some write the trunk prefix too: +44 (0)20 7946 0958.
  return digits.replace(CALLING_CODE, '').replace(/^0+/, '') || digits;
}

/** All digits of a phone, without leading zeros of a trunk or 00 prefix. Only typed phones have digits of other scripts. */
export const digitsOf = (phone: string): string =>
  (/^[\0-\x7f]*$/.test(phone) ? phone : foldText(phone)).replace(/\D/g, '').replace(/^0+/, '');
