/**
 * Merges fresh rows into the rows that a user is reading. Rows on screen stay in place and update, deleted
 * rows disappear, new rows wait and are counted. Rows that moved up from the next page appear at the bottom,
 * because they move no other row.
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
  // Each new row at the top moves one row off the end of the page; these are not deleted.
  let pushedOff = waiting;
  const kept: Row[] = [];
  for (const row of [...shown].reverse()) {
    const now = freshById.get(idOf(row));
    if (now !== undefined) kept.push(now);
    else if (pushedOff-- > 0) kept.push(row);
  }
  return { rows: [...kept.reverse(), ...below], waiting };
}
