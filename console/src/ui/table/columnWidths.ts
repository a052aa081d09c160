type Width = { width: number; exact?: true };

/**
 * How wide each column is drawn in `room`, all in rem. A width that the reader chose holds exactly; the rest of the
 * room is shared out among the others in proportion, and never less than they need.
 */
export function columnWidths(columns: readonly Width[], room: number): number[] {
  const sum = (some: readonly Width[]) => some.reduce((total, { width }) => total + width, 0);
  const free = columns.filter(({ exact }) => !exact);
  const spare = Math.max(0, room - sum(columns));
  const share = free.length > 0 ? 1 + spare / sum(free) : 1;
  return columns.map(({ width, exact }) => (exact ? width : width * share));
}
