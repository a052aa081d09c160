import { type Currency, fromMinor, type Money, toMinor } from '@crm/events/language/money.ts';

/** Converts a decimal amount of an answer. */
export function moneyOf(amount: number, currency: Currency): Money {
  return { minor: toMinor(amount), currency };
}

/** $49.90, ₹1,499.00, AED 12,345.00. A narrow column breaks the last one after its code, and not among the digits. */
export function formatMoney({ minor, currency }: Money): string {
  return formatter(currency).format(fromMinor(minor)).replace('\u00a0', ' ');
}

const formatters = new Map<Currency, Intl.NumberFormat>();

// Creating a formatter costs far more than using one, and tables format thousands of amounts.
function formatter(currency: Currency): Intl.NumberFormat {
  const known = formatters.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 });
  formatters.set(currency, made);
  return made;
}

/** The sums per currency: ₹109.50 + $5.00. */
export function formatSums(amounts: readonly Money[]): string {
  const sums = new Map<Currency, number>();
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => formatMoney({ minor, currency })).join(' + ');
}

/** An amount as the text of an input: 49.90. */
export function amountText(amount: number): string {
  return amount.toFixed(2);
}

/** The minor units of a typed amount such as 49.9; null for another text. */
export function typedMinor(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'));
}
