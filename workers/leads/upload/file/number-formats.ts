import { showsDate } from './serial-dates.ts';

/** The kind of a number format, with the text that it adds to the number. */
export type NumberFormat =
  | { kind: 'date' }
  /** Each 0 is a digit of a whole number: 00000 for postal codes. */
  | { kind: 'digits'; template: string }
  /** The code or sign of a currency. */
  | { kind: 'currency'; sign: string };

/** Excel's limit of a code. */
const LONGEST_CODE = 255;

/**
 * Reads a number format. `code` is undefined for a built-in one, whose currency depends on the computer that shows it.
 * @returns null when it shows nothing that the value does not have
 */
export function formatOf(id: number, code: string | undefined): NumberFormat | null {
  const whole = code?.slice(0, LONGEST_CODE);
  if (showsDate(id, whole)) return { kind: 'date' };
  if (whole === undefined) return null;
  const [positive = ''] = whole.split(';');
  // A width (_x) and a filling (*x) show no text.
  const shown = positive.replace(/\\(.)|"([^"]*)"|[_*]./g, '$1$2').replace(/\[\$-[^\]]*\]/g, '');
  if (/^[-+() ]*0[-+() 0]*$/.test(shown) && shown !== '0') return { kind: 'digits', template: shown };
  const sign = signOf(shown);
  return sign === '' ? null : { kind: 'currency', sign };
}

/** [$₹-4009] is a currency whatever its text is; other text only if it is a sign, or looks like a code. */
function signOf(shown: string): string {
  const [, declared] = /\[\$([^\]-]+)/.exec(shown) ?? [];
  if (declared !== undefined) return declared.replace(/[^\p{L}\p{Sc}.]/gu, '').replace(/\.$/, '');
  const [sign = ''] = /\p{L}{0,3}\p{Sc}|\b(?:[A-Z]{3}|Rs)\b/u.exec(shown.replace(/\[[^\]]*\]/g, '')) ?? [];
  return sign;
}

/** Writes the digits into the template from its end; its first 0 takes those that remain. */
export function inTemplate(template: string, digits: string): string {
  const places = template.split('0').length - 1;
  const padded = digits.padStart(places, '0');
  let from = 0;
  let to = padded.length - places;
  return template.replace(/0/g, () => {
    to += 1;
    const part = padded.slice(from, to);
    from = to;
    return part;
  });
}
