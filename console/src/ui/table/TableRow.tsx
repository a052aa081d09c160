import clsx from 'clsx';
import { memo, type Ref } from 'react';
import type { Column, Selection } from './columns.ts';
import { SelectRow } from './SelectAll.tsx';

type TableRowProps<Row> = {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  /** 'order A-17'. */
  name: string;
  /** Null in a list without selection. */
  selected: boolean | null;
  onSelect: Selection<Row>['onSelect'];
  isCurrent: boolean;
  dense: boolean;
  measure: Ref<HTMLTableRowElement>;
};

function PlainRow<Row>({ row, index, columns, selected, isCurrent, dense, ...props }: TableRowProps<Row>) {
  const selectable = selected !== null;
  const ground = selected ? 'bg-primary-soft' : 'bg-surface group-hover:bg-sunken';
  const mark = isCurrent && 'shadow-[inset_3px_0_0_var(--primary)]';
  return (
    <tr
      ref={props.measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
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
          <SelectRow row={row} name={props.name} selected={selected} onSelect={props.onSelect} />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={clsx(
            'border-b px-3',
            dense ? 'h-8 truncate py-0' : 'py-2 align-top',
            column.align === 'right' && 'text-right tabular-nums',
            at === 0 && ['sticky z-10 border-r', selectable ? 'left-9' : 'left-0'],
            at === 0 && !selectable && mark,
            ground,
          )}
        >
          {column.cell(row, dense)}
        </td>
      ))}
    </tr>
  );
}

/**
 * One row; memoised, so that scrolling renders only rows that become visible, and `j` only the two rows whose
 * mark changes. All its props stay the same objects between renders of the table.
 */
// memo loses the type parameter.
export const TableRow = memo(PlainRow) as typeof PlainRow;
