import { currencies } from '@crm/events/language/money.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { oneOf, type StateOf, text } from '../../url/fields.ts';
import type { LeadListInput } from '../queries.ts';

/** Filters by an exact value, which links of reports set. The list shows them as chips; they have no controls. */
export const columnFilters = {
  webmaster: text(200),
  sub1: text(200),
  sub2: text(200),
  sub3: text(200),
  sub4: text(200),
  sub5: text(200),
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
