/** A user's settings for a column; a width of null is the column's default. */
export type Arranged = { id: string; shown: boolean; width: number | null };
export type Arrangement = readonly Arranged[];

/** Bounds of a column's width in rem: a narrower one shows nothing, a wider one fills a page. */
export const NARROWEST = 3;
export const WIDEST = 60;

type Known = { id: string; hidden?: boolean };

/**
 * All columns, each once, in the user's order. Unknown ids are ignored. A column missing from the arrangement
 * follows the column that precedes it by default, and is shown unless it is hidden by default. The first column
 * names the row: it stays first and visible.
 */
export function arrangementOf(columns: readonly Known[], wanted: Arrangement): Arranged[] {
  const ids = new Set(columns.map(({ id }) => id));
  const arranged = wanted.filter(
    (one, at) => ids.has(one.id) && wanted.findIndex((w) => w.id === one.id) === at,
  );
  columns.forEach(({ id, hidden = false }, at) => {
    if (arranged.some((one) => one.id === id)) return;
    const before = columns.slice(0, at).map((column) => column.id);
    const behind = arranged.findLastIndex((one) => one.id === before.at(-1));
    arranged.splice(behind === -1 ? at : behind + 1, 0, { id, shown: !hidden, width: null });
  });
  const first = arranged.filter(({ id }) => id === columns[0]?.id).map((one) => ({ ...one, shown: true }));
  return [...first, ...arranged.filter(({ id }) => id !== columns[0]?.id)];
}

type ColumnState = {
  columnOrder: string[];
  columnVisibility: Record<string, boolean>;
  /** The chosen widths in rem. */
  columnSizing: Record<string, number>;
};

/** An arrangement as @tanstack/react-table holds it. */
export function columnState(columns: readonly Known[], wanted: Arrangement): ColumnState {
  const arranged = arrangementOf(columns, wanted);
  return {
    columnOrder: arranged.map(({ id }) => id),
    columnVisibility: Object.fromEntries(arranged.map(({ id, shown }) => [id, shown])),
    columnSizing: Object.fromEntries(
      arranged.flatMap(({ id, width }) => (width === null ? [] : [[id, within(width)]])),
    ),
  };
}

export function arrangementFrom({ columnOrder, columnVisibility, columnSizing }: ColumnState): Arranged[] {
  return columnOrder.map((id) => ({
    id,
    shown: columnVisibility[id] ?? true,
    width: columnSizing[id] ?? null,
  }));
}

/** Moves a column before another one; `before` null moves it to the end. */
export function moved<One extends { id: string }>(
  arranged: readonly One[],
  id: string,
  before: string | null,
): One[] {
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

/** Clamps a width to the bounds and rounds it to 0.1 rem: a finer value only lengthens saved views. */
export function within(width: number): number {
  return Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)) * 10) / 10;
}
