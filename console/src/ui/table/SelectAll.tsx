import { Checkbox } from '../Checkbox.tsx';
import type { Selection } from './columns.ts';

type SelectAllProps<Row> = {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: Selection<Row>;
};

/** Selects or unselects the rows of this page; the selection of other pages stays. */
export function SelectAll<Row>({ rows, rowId, selection }: SelectAllProps<Row>) {
  const chosen = rows.filter((row) => selection.ids.has(rowId(row))).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={rows.length === 0}
      onChange={() => selection.onSelect(rows, !all)}
    />
  );
}

type SelectRowProps<Row> = {
  row: Row;
  name: string;
  selected: boolean;
  onSelect: Selection<Row>['onSelect'];
};

/** The checkbox of one row. */
export function SelectRow<Row>({ row, name, selected, onSelect }: SelectRowProps<Row>) {
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={selected}
      onChange={(event) => onSelect([row], event.target.checked)}
    />
  );
}
