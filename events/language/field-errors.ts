import { z } from 'zod';

export const REQUIRED = 'This field is required';

/** An error text for a present but invalid value; a missing or blank one gets `missing`. */
export const absentOr =
  (text: string, missing: string = REQUIRED) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || (typeof input === 'string' && input.trim() === '')
      ? missing
      : text;

/** One of some words. The error of another value names them all. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: absentOr(`Must be one of ${words.join(', ')}`) });
