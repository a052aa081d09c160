/** An amount with its currency, two decimals, formatted for en-US: $49.99, ₹1,499.00. */
export function formatMoney(amount: number, currency = 'USD'): string {
  return formatter(currency).format(amount);
}

const formatters = new Map<string, Intl.NumberFormat>();

// Creating a formatter costs far more than using one, and tables format thousands of amounts.
function formatter(currency: string): Intl.NumberFormat {
  const known = formatters.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 });
  formatters.set(currency, made);
  return made;
}

const plain = new Intl.NumberFormat('en-US');

export function formatNumber(n: number): string {
  return plain.format(n);
}

/** A figure on a card: from 1,000 on shown like 1.2k. */
export function formatCompact(n: number): string {
  if (Math.abs(n) < 1000) return plain.format(n);
  return `${(Math.trunc(n / 100) / 10).toString()}k`;
}
