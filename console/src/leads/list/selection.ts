import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Selection } from '@crm/contracts/leads/selections.ts';
import { formatMoney } from '../../format/money.ts';

/** What is selected, over all pages, in the order of the list. */
export type Selected = ReadonlyMap<string, Lead>;

/** All that the filters found at one moment: the server keeps which leads these are. */
export type Frozen = Selection & { at: Date };

/** The leads that a bulk action is about, as its call names them; in the order of the list. */
export type Chosen = { count: number; named: { leadIds: string[] } | { selectionId: string } };

/**
 * The selection after the checkboxes of this page say `ids`. Leads of other pages come first, then those of this
 * page in its order, then those that were just pushed off it: 'first' and 'last' of a bulk assignment mean that order.
 */
export function select(
  selected: Selected,
  ids: ReadonlySet<string>,
  page: readonly Lead[],
  known: ReadonlyMap<string, Lead>,
): Selected {
  const onPage = new Set(page.map(({ _id }) => _id));
  const elsewhere = [...selected.values()].filter(({ _id }) => ids.has(_id) && !onPage.has(_id));
  const here = page.filter(({ _id }) => ids.has(_id));
  const pushedOff = [...ids].flatMap((id) =>
    onPage.has(id) || selected.has(id) ? [] : (known.get(id) ?? []),
  );
  return new Map([...elsewhere, ...here, ...pushedOff].map((lead) => [lead._id, lead]));
}

/** The selection with what is known of its leads by now. */
export function refreshed(selected: Selected, page: readonly Lead[]): readonly Lead[] {
  const fresh = new Map(page.map((lead) => [lead._id, lead]));
  return [...selected.values()].map((lead) => fresh.get(lead._id) ?? lead);
}

/** The rows of a page that show as selected where all that was found is: those that were there by then. */
export function amongFrozen({ at }: Frozen, page: readonly Lead[]): ReadonlySet<string> {
  return new Set(page.flatMap(({ _id, createdAt }) => (new Date(createdAt) <= at ? [_id] : [])));
}

/** What all that was found is worth. */
export function frozenValue({ totalValue: sums }: Frozen): string {
  return sums.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ');
}

/** The sum of the totals, each currency by itself. */
export function totalValue(leads: readonly Lead[]): string {
  const sums = new Map<string, number>();
  // In whole cents, so that many fractions add up to what people add up to.
  for (const { currency, total } of leads)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(total * 100));
  return [...sums].map(([currency, cents]) => formatMoney(cents / 100, currency)).join(' + ');
}
