import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { Selection } from '@crm/contracts/leads/selections.ts';
import { formatSums, moneyOf } from '../../format/money.ts';

/** The selected leads of all pages, in the order of the list. */
export type Selected = ReadonlyMap<string, Lead>;

/** All leads that matched the filters at one moment; the server stores their ids. */
export type Frozen = Selection & { at: Date };

/** The target of a bulk action, in the order of the list. */
export type Chosen = { count: number; named: { leadIds: string[] } | { selectionId: string } };

/**
 * The selection after the page's checkboxes change to `ids`. Order: leads of other pages, then this page's in
 * its order, then rows that newer leads moved off the page. 'First' and 'last' of a bulk assignment use this
 * order.
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

/** The selected leads with their current data. */
export function refreshed(selected: Selected, page: readonly Lead[]): readonly Lead[] {
  const fresh = new Map(page.map((lead) => [lead._id, lead]));
  return [...selected.values()].map((lead) => fresh.get(lead._id) ?? lead);
}

/** The rows of a page to mark as selected under 'select all': leads created by then. */
export function amongFrozen({ at }: Frozen, page: readonly Lead[]): ReadonlySet<string> {
  return new Set(page.flatMap(({ _id, createdAt }) => (new Date(createdAt) <= at ? [_id] : [])));
}

/** The total value of the frozen selection. */
export function frozenValue({ totalValue: sums }: Frozen): string {
  return formatSums(sums.map(({ currency, amount }) => moneyOf(amount, currency)));
}

/** The sum of the totals per currency. */
export function totalValue(leads: readonly Lead[]): string {
  return formatSums(leads.map(({ currency, total }) => moneyOf(total, currency)));
}
