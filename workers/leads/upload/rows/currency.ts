import { type Currency, currencies } from '@crm/events/language/money.ts';
import { good, type Read, wrong } from './cell.ts';

/** Codes and signs of currencies, and the currencies that each may mean, the likeliest first. */
const signs: [string, readonly Currency[]][] = [
  ...currencies.map((code): [string, readonly Currency[]] => [code, [code]]),
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
];

/** Names of currencies, and which of the product's currencies have this name. */
const names: [string, readonly Currency[]][] = [
  ['DOLLAR', ['USD', 'CAD', 'AUD']],
  ['EURO', ['EUR']],
  ['POUND', ['GBP']],
  ['STERLING', ['GBP']],
  ['RUPEE', ['INR']],
  ['DIRHAM', ['AED']],
  ['RIYAL', ['SAR']],
];

/** Words before or after a name: 'Canadian dollars'. */
const countries: [string, readonly Currency[]][] = [
  ['US', ['USD']],
  ['U.S', ['USD']],
  ['AMERICAN', ['USD']],
  ['CANADIAN', ['CAD']],
  ['AUSTRALIAN', ['AUD']],
  ['BRITISH', ['GBP']],
  ['INDIAN', ['INR']],
  ['UAE', ['AED']],
  ['EMIRATI', ['AED']],
  ['SAUDI', ['SAR']],
];

const currencyWords = new Map([
  ...signs,
  ...names.flatMap(([name, meant]): typeof names => [
    [name, meant],
    [`${name}S`, meant],
  ]),
]);
const knownWords = new Map([...currencyWords, ...countries]);

/** Whole words and signs: 'Mrs' contains RS, and HK$ contains $. */
const WORDS = /(?:US|CA?|AU?)?\s*\$|\p{L}+(?:\.\p{L}+)*|\p{Sc}/gu;

/**
 * Reads the currencies that a code, sign or name may mean, the likeliest first; ignores an amount in the same cell. With
 * several words, as in USD ($) or Canadian dollars, they are the currencies that all of them may mean. Refuses any other
 * word or sign, and the name of several currencies.
 */
export function readCurrency(text: string): Read<readonly Currency[]> {
  const words = (text.toUpperCase().match(WORDS) ?? []).map((word) => word.replace(/\s/g, ''));
  const [first = [], ...others] = words.map((word) => knownWords.get(word) ?? []);
  const meant = first.filter((currency) => others.every((other) => other.includes(currency)));
  if (meant.length === 0 || !words.some((word) => currencyWords.has(word)))
    return wrong(`must be one of ${currencies.join(', ')}`);
  // $ alone has a likeliest currency; the word does not.
  return meant.length === 1 || words.includes('$')
    ? good(meant)
    : wrong(`must say which one: ${meant.join(', ')}`);
}

/** The currency that all of these may mean; null if there is none. */
export function commonCurrency([first = [], ...others]: readonly (readonly Currency[])[]): Currency | null {
  return first.find((currency) => others.every((meant) => meant.includes(currency))) ?? null;
}
