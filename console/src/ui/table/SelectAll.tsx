import { Checkbox } from '../Checkbox.tsx';
import { uiTexts } from '../texts.ts';
import type { TableRows } from './useTable.ts';

/** Selects or unselects the rows of this page; the selection of other pages stays. */
export function SelectAll<Row>({ rows }: { rows: TableRows<Row> }) {
  const { listed, selected } = rows;
  const isSelected = ({ id }: { id: string }) => selected?.has(id) === true;
  const all = listed.length > 0 && listed.every(isSelected);
  return (
    <Checkbox
      aria-label={uiTexts.table.selectAll}
      checked={all}
      indeterminate={!all && listed.some(isSelected)}
      disabled={listed.length === 0}
      onChange={() => rows.selectAll(!all)}
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
