type Width = { width: number; exact?: true };

/**
 * The width of each column in `room`, all in rem. Exact widths stay as they are. The other columns share the
 * rest in proportion and never get less than their width.
 */
export function columnWidths(columns: readonly Width[], room: number): number[] {
  const sum = (some: readonly Width[]) => some.reduce((total, { width }) => total + width, 0);
  const free = columns.filter(({ exact }) => !exact);
  const spare = Math.max(0, room - sum(columns));
  const share = free.length > 0 ? 1 + spare / sum(free) : 1;
  return columns.map(({ width, exact }) => (exact ? width : width * share));
}
