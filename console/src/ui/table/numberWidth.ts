/** The cells' padding, and at least the width of a digit in `text-sm`, in rem. */
const PADDING = 1.5;
const DIGIT = 0.5;

/**
 * The width in rem of a column that shows these numbers whole. 'AED 12,345.00' may break at its space, but not in a dense
 * row, which is one line. A cell that is no text needs nothing.
 */
export function numberWidth(cells: readonly unknown[], dense: boolean): number {
  const texts = cells.filter((cell) => typeof cell === 'string');
  const parts = dense ? texts : texts.flatMap((text) => text.split(' '));
  return parts.reduce((most, { length }) => Math.max(most, length * DIGIT + PADDING), 0);
}
