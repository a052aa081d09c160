import type { Column } from './columns.ts';

/** How a reader wants a column; a width of null is the column's own. */
export type Arranged = { id: string; shown: boolean; width: number | null };
export type Arrangement = readonly Arranged[];

/** In rem: narrower says nothing, wider is a page of its own. */
export const NARROWEST = 3;
export const WIDEST = 60;

type Known = Pick<Column<never>, 'id'>;

/**
 * Every column once, in the reader's order. What was arranged before a column existed, or knows one that is no more,
 * still holds for the rest: a column that is not in it stands behind the one that it always stands behind. The first
 * names the row: it stays first and shown.
 */
export function arrangementOf(columns: readonly Known[], wanted: Arrangement): Arranged[] {
  const ids = new Set(columns.map(({ id }) => id));
  const arranged = wanted.filter(
    (one, at) => ids.has(one.id) && wanted.findIndex((w) => w.id === one.id) === at,
  );
  columns.forEach(({ id }, at) => {
    if (arranged.some((one) => one.id === id)) return;
    const before = columns.slice(0, at).map((column) => column.id);
    const behind = arranged.findLastIndex((one) => one.id === before.at(-1));
    arranged.splice(behind === -1 ? at : behind + 1, 0, { id, shown: true, width: null });
  });
  const first = arranged.filter(({ id }) => id === columns[0]?.id).map((one) => ({ ...one, shown: true }));
  return [...first, ...arranged.filter(({ id }) => id !== columns[0]?.id)];
}

/** The columns as the reader wants them: those that are hidden left out. */
export function arrange<Row>(columns: readonly Column<Row>[], wanted: Arrangement): Column<Row>[] {
  return arrangementOf(columns, wanted).flatMap(({ id, shown, width }) => {
    const column = columns.find((one) => one.id === id);
    if (!column || !shown) return [];
    return width === null ? column : { ...column, width: within(width), exact: true };
  });
}

/** Whether both come to the same table. */
export function sameArrangement(columns: readonly Known[], one: Arrangement, other: Arrangement): boolean {
  return JSON.stringify(arrangementOf(columns, one)) === JSON.stringify(arrangementOf(columns, other));
}

/** Puts a column before another; before null is at the end. */
export function moved(arranged: Arrangement, id: string, before: string | null): Arranged[] {
  if (id === before) return [...arranged];
  const rest = arranged.filter((one) => one.id !== id);
  const at = rest.findIndex((one) => one.id === before);
  const place = at === -1 ? rest.length : at;
  return [...rest.slice(0, place), ...arranged.filter((one) => one.id === id), ...rest.slice(place)];
}

export function changed(
  arranged: Arrangement,
  id: string,
  change: Partial<Omit<Arranged, 'id'>>,
): Arranged[] {
  return arranged.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** To a tenth of a rem: finer is nobody's wish, and text in a saved view. */
export function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)) * 10) / 10;
}
