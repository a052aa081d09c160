import type { Table } from '@tanstack/react-table';
import { Checkbox } from '../Checkbox.tsx';
import { uiTexts } from '../texts.ts';

/** Selects or unselects the rows of this page; the selection of other pages stays. */
export function SelectAll<Row>({ table }: { table: Table<Row> }) {
  const { rows } = table.getRowModel();
  const all = rows.length > 0 && rows.every((row) => row.getIsSelected());
  return (
    <Checkbox
      aria-label={uiTexts.table.selectAll}
      checked={all}
      indeterminate={!all && rows.some((row) => row.getIsSelected())}
      disabled={rows.length === 0}
      onChange={() => table.toggleAllRowsSelected(!all)}
    />
  );
}

type SelectRowProps = {
  name: string;
  selected: boolean;
  /** `range`: with Shift, every row from the last changed one to this one. */
  onSelect: (selected: boolean, range: boolean) => void;
};

/** The checkbox of one row. */
export function SelectRow({ name, selected, onSelect }: SelectRowProps) {
  return (
    <Checkbox
      aria-label={uiTexts.table.select(name)}
      checked={selected}
      // Shift and a click would also mark the text between the two rows.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ target, nativeEvent }) =>
        onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
