import clsx from 'clsx';
import { memo, type Ref } from 'react';
import type { Column, Selection } from './columns.ts';
import { SelectRow } from './SelectAll.tsx';

type TableRowProps<Row> = {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  selection: Selection | undefined;
  isCurrent: boolean;
  dense: boolean;
  measure: Ref<HTMLTableRowElement>;
};

function PlainRow<Row>({ row, index, columns, selection, isCurrent, dense, ...props }: TableRowProps<Row>) {
  const id = props.rowId(row);
  const selected = selection?.ids.has(id) ?? false;
  const ground = selected ? 'bg-primary-soft' : 'bg-surface group-hover:bg-sunken';
  const mark = isCurrent && 'shadow-[inset_3px_0_0_var(--primary)]';
  return (
    <tr
      ref={props.measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      className="group"
    >
      {selection && (
        <td
          className={clsx(
            'sticky left-0 z-10 border-b text-center',
            dense ? 'align-middle' : 'pt-2 align-top',
            ground,
            mark,
          )}
        >
          <SelectRow id={id} name={props.rowName(row)} selection={selection} />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={clsx(
            'border-b px-3',
            dense ? 'h-8 truncate py-0' : 'py-2 align-top',
            column.align === 'right' && 'text-right tabular-nums',
            at === 0 && ['sticky z-10 border-r', selection ? 'left-9' : 'left-0'],
            at === 0 && !selection && mark,
            ground,
          )}
        >
          {column.cell(row, dense)}
        </td>
      ))}
    </tr>
  );
}

/** One row; memoised, so that scrolling renders only rows that become visible. */
// memo loses the type parameter.
export const TableRow = memo(PlainRow) as typeof PlainRow;
