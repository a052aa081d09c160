import type { Column } from '@tanstack/react-table';
import clsx from 'clsx';
import { memo, type ReactNode, type Ref } from 'react';
import { SelectRow } from './SelectAll.tsx';

type TableRowProps<Row> = {
  id: string;
  row: Row;
  index: number;
  /** The visible columns: the row is rendered again when they change. */
  columns: readonly Column<Row>[];
  /** 'order A-17'. */
  name: string;
  /** Null in a list without selection. */
  selected: boolean | null;
  isCurrent: boolean;
  dense: boolean;
  onFocus: (id: string, index: number) => void;
  onSelect: (id: string, selected: boolean, range: boolean) => void;
  measure: Ref<HTMLTableRowElement>;
};

/** Colours that depend on the row's state only by its attributes: a change of state renders no cell again. */
const ground =
  'bg-surface group-[:hover:not([aria-selected=true])]:bg-sunken group-aria-selected:bg-primary-soft';
const mark = 'group-data-current:shadow-[inset_3px_0_0_var(--primary)]';

function PlainRow<Row>({ id, row, index, selected, isCurrent, dense, ...props }: TableRowProps<Row>) {
  const selectable = selected !== null;
  return (
    <tr
      ref={props.measure}
      data-index={index}
      data-current={isCurrent || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      onFocus={() => props.onFocus(id, index)}
      className="group"
    >
      {selectable && (
        <td
          className={clsx(
            'sticky left-0 z-10 border-b text-center',
            dense ? 'align-middle' : 'pt-2 align-top',
            ground,
            mark,
          )}
        >
          <SelectRow
            name={props.name}
            selected={selected}
            onSelect={(on, range) => props.onSelect(id, on, range)}
          />
        </td>
      )}
      <Cells row={row} columns={props.columns} selectable={selectable} dense={dense} />
    </tr>
  );
}

type CellsProps<Row> = Pick<TableRowProps<Row>, 'row' | 'columns' | 'dense'> & { selectable: boolean };

function PlainCells<Row>({ row, columns, selectable, dense }: CellsProps<Row>): ReactNode {
  return columns.map(({ id, columnDef: { meta } }, at) => (
    <td
      key={id}
      className={clsx(
        'border-b px-3',
        dense ? 'h-8 truncate py-0' : 'py-2 align-top',
        meta?.align === 'right' && 'text-right wrap-anywhere tabular-nums',
        at === 0 && ['sticky z-10 border-r', selectable ? 'left-9' : 'left-0'],
        at === 0 && !selectable && mark,
        ground,
      )}
    >
      {/* As a component, it would be mounted again with new columns, and close its menus. */}
      {meta?.cell(row, dense)}
    </td>
  ));
}

// memo loses the type parameter.
const Cells = memo(PlainCells) as typeof PlainCells;

/**
 * One row; memoised, so that scrolling renders only rows that become visible, `j` only the two rows whose mark
 * changes, and new data only the rows that changed. Its cells are memoised once more: they stay when the row is selected or
 * becomes the current one.
 */
export const TableRow = memo(PlainRow) as typeof PlainRow;
