import { type Currency, currencies } from '@crm/events/language/money.ts';
import { good, type Read, wrong } from './cell.ts';

/** The codes and signs of currencies, and the currencies that each may mean, the likeliest first. */
const known = new Map<string, readonly Currency[]>([
  ...currencies.map((code) => [code, [code]] as const),
  ['₹', ['INR']],
  ['RS', ['INR']],
  ['$', ['USD', 'CAD', 'AUD']],
  ['US$', ['USD']],
  ['C$', ['CAD']],
  ['CA$', ['CAD']],
  ['A$', ['AUD']],
  ['AU$', ['AUD']],
  ['€', ['EUR']],
  ['£', ['GBP']],
  ['د.إ', ['AED']],
  ['ر.س', ['SAR']],
]);

/** Whole words and signs: 'US Dollars' contains RS, and HK$ contains $. */
const WORDS = /(?:US|CA?|AU?)?\s*\$|\p{L}+(?:\.\p{L}+)*|\p{Sc}/gu;

/**
 * Reads the currencies that a code or sign may mean, the likeliest first; ignores an amount in the same cell. With several
 * codes and signs, as in USD ($), they are the currencies that all of them may mean. Refuses any other word or sign.
 */
export function readCurrency(text: string): Read<readonly Currency[]> {
  const words = text.toUpperCase().match(WORDS) ?? [];
  const [first = [], ...others] = words.map((word) => known.get(word.replace(/\s/g, '')) ?? []);
  const meant = first.filter((currency) => others.every((other) => other.includes(currency)));
  return meant.length > 0 ? good(meant) : wrong(`must be one of ${currencies.join(', ')}`);
}

/** The currency that all of these may mean; null if there is none. */
export function commonCurrency([first = [], ...others]: readonly (readonly Currency[])[]): Currency | null {
  return first.find((currency) => others.every((meant) => meant.includes(currency))) ?? null;
}
