import { withoutInvisible } from '@crm/events/language/invisible.ts';
import { foldText } from './fold-text.ts';
import { nationalNumber } from './phone.ts';

/**
 * The terms of a search: a text must contain one term of each inner list. A phone number is found in any format, with or
 * without its country code. A word with signs in it matches one word or several: 'jean-luc' finds 'Jean-Luc', 'Jeanluc'
 * and 'Jean Luc'.
 */
export function searchTerms(search: string): string[][] {
  // A pasted phone may have its plus behind a mark of the direction.
  const typed = withoutInvisible(search);
  const text = foldText(typed);
  // A text of signs or invisible characters only finds nothing, because folded texts have none.
  if (text === '') return search.trim() === '' ? [] : [[search.trim()]];
  const phone = nationalNumber(typed, null);
  if (/^[\d\s]+$/.test(text) && phone.length >= 7) return [distinct(text.replaceAll(' ', ''), phone)];
  const words = typed.trim().split(/\s+/);
  const terms = words.map((word) => distinct(foldText(word), foldText(word, ' ')));
  return [...new Map(terms.map((either) => [either.join(), either])).values()]
    .filter(([term]) => term !== '')
    .slice(0, 8);
}

const distinct = (...texts: string[]) => [...new Set(texts)];

/** Whether a folded text has the terms. */
export const hasTerms = (text: string, terms: readonly (readonly string[])[]): boolean =>
  terms.every((either) => either.some((term) => text.includes(term)));
