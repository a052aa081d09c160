import { formatTexts } from './texts.ts';

const number = new Intl.NumberFormat('en-US');
const axis = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const rules = new Intl.PluralRules('en-US');

/** 1,234.5 */
export function formatNumber(n: number): string {
  return number.format(n);
}

/** A figure on a card: from 1,000 on shown like 1.2k. */
export function formatCompact(n: number): string {
  if (Math.abs(n) < 1000) return number.format(n);
  return formatTexts.thousands((Math.trunc(n / 100) / 10).toString());
}

/** A value at a chart's axis: 1.05K, 2M. Two digits, because the steps of an axis are fractions: 1,050 is not 1K. */
export function formatAxis(n: number): string {
  return axis.format(n);
}

/** Texts per plural form of the language; `#` is the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `plural(2000, { one: '# lead', other: '# leads' })` is '2,000 leads'. */
export function plural(n: number, forms: Forms): string {
  return (forms[rules.select(n)] ?? forms.other).replaceAll('#', formatNumber(n));
}
