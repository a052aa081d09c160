import { foldText } from './fold-text.ts';

/**
 * Texts folded for search, each in its own line, with their numbers that spaces divide once more in a line of their own:
 * a search for a phone looks for all its digits.
 */
export const searchLines = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const folded = foldText(text);
    return folded === '' ? [] : [folded, ...dividedNumbers(folded)];
  });

/** Numbers of seven digits and more, such as a phone, that are written with spaces between their digits: without the spaces. */
const dividedNumbers = (folded: string): string[] =>
  (folded.match(/(?<!\d)\d+(?: \d+)+/g) ?? [])
    .map((digits) => digits.replaceAll(' ', ''))
    .filter(({ length }) => length >= 7);
