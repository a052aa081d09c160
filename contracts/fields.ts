import { z } from 'zod';
import { texts } from './texts.ts';

/**
 * Fields that many forms share. One source for the console's forms and the server's checks. Lengths count UTF-16 units,
 * in inputs (`maxLength`), here and in uploads (events/language/text.ts).
 */

/** Trimmed text of `min` to `max` characters that must be there. */
export const requiredText = (min: number, max: number) =>
  z
    .string({ error: texts.required })
    .trim()
    .min(1, { error: texts.required, abort: true })
    .min(min, { error: texts.atLeast(min) })
    .max(max, { error: texts.atMost(max) });

/** Trimmed text that may be left out; blank and null count as left out and come through as null. */
export const optionalText = (max: number, min = 0) =>
  z
    .string({ error: 'Must be text' })
    .trim()
    .max(max, { error: texts.atMost(max) })
    .refine((text) => text === '' || text.length >= min, { error: texts.atLeast(min) })
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null);

export const email = z
  .string({ error: texts.required })
  .trim()
  .min(1, { error: texts.required, abort: true })
  .max(254, { error: texts.atMost(254) })
  .pipe(z.email({ error: texts.email, pattern: z.regexes.unicodeEmail }));

const blankAsNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : (value ?? null);

export const optionalEmail = z.preprocess(blankAsNull, email.nullable());

/** 7 to 15 digits with an optional leading plus; spaces, hyphens and parentheses between them. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/[\s\-().]/g, '');
  // As it was sent it is kept, so what stands between the digits has an end too.
  return text.length <= 40 && /^\+?[0-9]{7,15}$/.test(digits);
}

export const phoneNumber = (error: string) =>
  z
    .string({ error: texts.required })
    .trim()
    .min(1, { error: texts.required, abort: true })
    .refine(isPhone, { error });

export const phone = phoneNumber(texts.phone);

export const optionalPhone = z.preprocess(blankAsNull, phone.nullable());

/** What is not there is required; what is there and wrong is told so. */
export const absentOr = (text: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? texts.required : text;

/** A number, or the text of one (form-encoded bodies and inputs send text). */
const numeric = (schema: z.ZodNumber) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const trimmed = value.trim();
    return trimmed !== '' && /^[+-]?[0-9]*\.?[0-9]+$/.test(trimmed) ? Number(trimmed) : value;
  }, schema);

/** Money has two decimals at most; rounding what somebody wrote would change it behind their back. */
export const hasTwoDecimals = (n: number) => Math.round(n * 100) / 100 === n;

/** An amount of money as people write it: 49.99. At most two decimals, at most 99,999,999.99. */
const amountNumber = z
  .number({ error: absentOr(texts.positive) })
  .max(99_999_999.99, { error: 'Cannot exceed 99999999.99' })
  .refine(hasTwoDecimals, { error: 'At most two decimals' });

export const amount = numeric(amountNumber.min(0, { error: texts.positive }));
export const positiveAmount = numeric(amountNumber.gt(0, { error: texts.positive }));
export const quantity = numeric(
  z
    .number({ error: absentOr(texts.positive) })
    .int({ error: 'Must be a whole number' })
    .min(1, { error: texts.positive })
    .max(100_000, { error: 'Cannot exceed 100000' }),
);
export const age = numeric(
  z
    .number({ error: absentOr(texts.positive) })
    .int({ error: 'Must be a whole number' })
    .min(1, { error: texts.positive })
    .max(150, { error: 'Cannot exceed 150' }),
);
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankAsNull, schema.nullable());

/** A flag as JSON or as a form sends it. */
export const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value),
  z.boolean({ error: 'Must be true or false' }),
);

const wholeUpTo = (most: number) =>
  numeric(
    z
      .number({ error: texts.positive })
      .int({ error: 'Must be a whole number' })
      .min(1, { error: texts.positive })
      .max(most, { error: `Cannot exceed ${most}` }),
  );

export const pageQuery = { page: wholeUpTo(1_000_000).default(1), limit: wholeUpTo(500).default(100) };

/** An id, with its text for what is none; in small letters however it was written, since ids are compared as text. */
export const idOf = (error: string | ((issue: { input?: unknown }) => string)) =>
  z.guid({ error }).toLowerCase();
export const id = idOf('Must be an id');

export const instant = z.iso.datetime({ offset: true });
export const byId = z.strictObject({ id });
/** A call that answers nothing but that it worked. */
export const nothing = z.object({});
