import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { currencies } from '@crm/events/language/money.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { oneOf, type StateOf, text } from '../../url/fields.ts';
import type { LeadListInput } from '../queries.ts';

/** Filters by an exact value, which links of reports set. The list shows them as chips; they have no controls. */
export const columnFilters = {
  webmaster: text(LONGEST_FILTER),
  sub1: text(LONGEST_FILTER),
  sub2: text(LONGEST_FILTER),
  sub3: text(LONGEST_FILTER),
  sub4: text(LONGEST_FILTER),
  sub5: text(LONGEST_FILTER),
  country: text(2),
  paymentMode: oneOf(['', ...paymentModes], ''),
  currency: oneOf(['', ...currencies], ''),
};
type ColumnFilters = StateOf<typeof columnFilters>;
// The keys of the record of fields.
export const columnFilterNames = Object.keys(columnFilters) as (keyof ColumnFilters)[];

/** The query of these filters; an empty one is left out. */
export function columnQueryOf(state: ColumnFilters) {
  const { paymentMode, currency } = state;
  const texts: Pick<
    LeadListInput,
    Exclude<keyof ColumnFilters, 'paymentMode' | 'currency'>
  > = Object.fromEntries(columnFilterNames.map((name) => [name, state[name] || undefined]));
  return { ...texts, paymentMode: paymentMode || undefined, currency: currency || undefined };
}
