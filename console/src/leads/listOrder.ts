import { readToken } from '../api/token.ts';
import { ownKeys } from '../auth/ownStorage.ts';
import { idle } from '../ui/idle.ts';
import type { LeadListInput } from './queries.ts';

/** The leads of the list in the order in which the user saw them. */
export type ListOrder = {
  /** The list's query; its page is replaced on use. */
  input: LeadListInput;
  /** The pages that `ids` covers, from 1. */
  firstPage: number;
  lastPage: number;
  ids: readonly string[];
};

/** Beyond this number of leads, those at the other end are dropped: about 80 kB in the tab's storage. */
const MOST_IDS = 2_000;

let unwritten: ListOrder | null = null;

/**
 * Keeps the order in this tab, also over a reload, until another list is shown or the user signs out. Written when the browser is
 * idle: to write hundreds of ids takes 2 ms.
 */
export function keepListOrder(order: ListOrder): void {
  unwritten = order;
  void idle().then(writeListOrder);
}

/** Writes the order that was kept last, unless the user has signed out since. */
export function writeListOrder(): void {
  if (unwritten !== null && readToken() !== null)
    sessionStorage.setItem(ownKeys.listOrder, JSON.stringify(unwritten));
  unwritten = null;
}

export function orderOf(input: LeadListInput, ids: readonly string[]): ListOrder {
  const page = Number(input.page ?? 1);
  return { input, firstPage: page, lastPage: page, ids };
}

/**
 * The pages on which the leads beyond an end of the order can be: its outermost page again, because leads that left
 * the filters have moved others to it, and the page beyond.
 */
export function pagesBeyond({ firstPage, lastPage }: ListOrder, step: 1 | -1): number[] {
  return step === 1 ? [lastPage, lastPage + 1] : [firstPage, firstPage - 1].filter((page) => page > 0);
}

/** The order with the new leads of a page at one end; null when it has none. */
export function extended(
  order: ListOrder,
  step: 1 | -1,
  page: number,
  ids: readonly string[],
): ListOrder | null {
  const known = new Set(order.ids);
  const fresh = ids.filter((id) => !known.has(id));
  if (fresh.length === 0) return null;
  return step === 1
    ? { ...order, lastPage: page, ids: [...order.ids, ...fresh].slice(-MOST_IDS) }
    : { ...order, firstPage: page, ids: [...fresh, ...order.ids].slice(0, MOST_IDS) };
}
