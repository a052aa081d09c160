/**
 * The rows to show when fresh ones arrived under a reader who is in the middle of the old ones: what is on screen
 * stays where it is with its new content, what is gone goes, and rows that are new wait and are counted. Rows that
 * came up below the last one, from the next page, push nothing away and are shown.
 */
export function holdRows<Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  idOf: (row: Row) => string,
): { rows: readonly Row[]; waiting: number } {
  const freshById = new Map(fresh.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  const lastKnown = fresh.findLastIndex((row) => shownIds.has(idOf(row)));
  const below = lastKnown === -1 ? [] : fresh.slice(lastKnown + 1);
  const waiting = fresh.filter((row) => !shownIds.has(idOf(row))).length - below.length;
  // As many rows as came in at the top were pushed off the end of the page; those are not gone.
  let pushedOff = waiting;
  const kept: Row[] = [];
  for (const row of [...shown].reverse()) {
    const now = freshById.get(idOf(row));
    if (now !== undefined) kept.push(now);
    else if (pushedOff-- > 0) kept.push(row);
  }
  return { rows: [...kept.reverse(), ...below], waiting };
}
