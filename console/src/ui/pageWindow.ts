export type PageSlot = { kind: 'page'; page: number } | { kind: 'gap'; key: 'before' | 'after' };

/**
 * The page numbers to show: first, last, two on either side of the current one, and gaps for omitted numbers.
 */
export function pageWindow(page: number, totalPages: number): PageSlot[] {
  const from = Math.max(1, Math.min(page - 2, totalPages));
  const to = Math.min(totalPages, page + 2);
  const slots: PageSlot[] = [];
  if (from > 1) slots.push({ kind: 'page', page: 1 });
  if (from === 3) slots.push({ kind: 'page', page: 2 });
  if (from > 3) slots.push({ kind: 'gap', key: 'before' });
  for (let n = from; n <= to; n++) slots.push({ kind: 'page', page: n });
  if (to === totalPages - 2) slots.push({ kind: 'page', page: totalPages - 1 });
  if (to < totalPages - 2) slots.push({ kind: 'gap', key: 'after' });
  if (to < totalPages) slots.push({ kind: 'page', page: totalPages });
  return slots;
}
