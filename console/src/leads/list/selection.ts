import { MOST_LEADS_NAMED } from '@crm/contracts/leads/constants.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { FrozenSelection, Selection } from '@crm/contracts/leads/selections.ts';
import { formatSums, moneyOf } from '../../format/money.ts';

/** The fields of a lead that bulk actions and their dialogs need. A selection of the most leads takes about 4 MB. */
export type SelectedLead = Pick<Lead, '_id' | 'orderId' | 'total' | 'currency'>;

/** The selected leads of all pages, in the order of the list. At most MOST_LEADS_NAMED. */
export type Selected = ReadonlyMap<string, SelectedLead>;

/** All leads that matched the filters at one moment; the server stores their ids. */
export type Frozen = Selection & { at: Date; has: (lead: Lead) => boolean };

/** @param at the moment in words for the user */
export function frozenOf({ numbers, ...selection }: FrozenSelection, at: Date): Frozen {
  const bytes = Uint8Array.from(atob(numbers), (char) => char.charCodeAt(0));
  const has = ({ number = -1 }: Lead) => (((bytes[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
  return { ...selection, at, has };
}

/** The target of a bulk action, in the order of the list. */
export type Chosen = { count: number; named: { leadIds: string[] } | { selectionId: string } };

/**
 * The selection after rows on screen were selected or unselected; null when it would hold more than
 * MOST_LEADS_NAMED. Order: leads of other pages, then those on screen in their order. 'First' and 'last' of a bulk
 * assignment use this order.
 */
export function select(
  before: Selected,
  changed: readonly Lead[],
  selected: boolean,
  rows: readonly Lead[],
): Selected | null {
  const next = new Map(before);
  for (const lead of changed) {
    if (selected) next.set(lead._id, slim(lead));
    else next.delete(lead._id);
  }
  if (next.size > MOST_LEADS_NAMED) return null;
  const onScreen = new Set(rows.map(({ _id }) => _id));
  const elsewhere = [...next.values()].filter(({ _id }) => !onScreen.has(_id));
  const here = rows.filter(({ _id }) => next.has(_id)).map(slim);
  return new Map([...elsewhere, ...here].map((lead) => [lead._id, lead]));
}

function slim({ _id, orderId, total, currency }: Lead): SelectedLead {
  return { _id, orderId, total, currency };
}

/** The selected leads with their current totals. */
export function refreshed(selected: Selected, rows: readonly Lead[]): readonly SelectedLead[] {
  const fresh = new Map(rows.map((lead) => [lead._id, lead]));
  return [...selected.values()].map((lead) => fresh.get(lead._id) ?? lead);
}

/** The total value of the frozen selection. */
export function frozenValue({ totalValue: sums }: Frozen): string {
  return formatSums(sums.map(({ currency, amount }) => moneyOf(amount, currency)));
}

/** The sum of the totals per currency. */
export function totalValue(leads: readonly SelectedLead[]): string {
  return formatSums(leads.map(({ currency, total }) => moneyOf(total, currency)));
}
