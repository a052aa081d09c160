import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Arranging, type Column, nextSort, type Selection, type Sort } from './columns.ts';
import { SelectAll } from './SelectAll.tsx';
import { useColumnDrag } from './useColumnDrag.ts';
import { useEdgeDrag } from './useEdgeDrag.ts';
import type { Drawn } from './useWidths.ts';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
  /** Absent if users cannot rearrange the columns. */
  arranging?: Arranging;
  onDraw: (drawn: Drawn | null) => void;
};

const cell = 'sticky top-0 z-20 h-9 border-b bg-sunken px-3 text-left text-xs font-semibold text-muted';

export function TableHead<Row>({
  columns,
  rows,
  rowId,
  sort = null,
  onSort,
  selection,
  arranging,
  onDraw,
}: TableHeadProps<Row>) {
  const drag = useColumnDrag(
    columns.map(({ id }) => id),
    arranging?.onMove ?? null,
  );
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={clsx(cell, 'left-0 z-30 rounded-tl-ui px-0 text-center')}>
            <SelectAll rows={rows} rowId={rowId} selection={selection} />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(column, sort)}
            // The first column names the row and cannot move.
            {...(index > 0 && drag.cell(column.id))}
            className={clsx(
              cell,
              column.align === 'right' && 'text-right',
              index === 0 && ['z-30 border-r', selection ? 'left-9' : 'left-0 rounded-tl-ui'],
              index === columns.length - 1 && 'rounded-tr-ui',
              drag.lookOf(column.id),
            )}
          >
            {column.sort && onSort ? (
              <SortButton column={column} by={column.sort} sort={sort} onSort={onSort} />
            ) : (
              <span className="block truncate">{column.header}</span>
            )}
            {arranging && <Edge id={column.id} arranging={arranging} onDraw={onDraw} />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type EdgeProps = { id: string; arranging: Arranging; onDraw: (drawn: Drawn | null) => void };

/** The right edge of a column: dragging changes the width, a double click restores the default. */
function Edge({ id, arranging, onDraw }: EdgeProps): ReactNode {
  const handlers = useEdgeDrag(id, onDraw, arranging.onWidth);
  return (
    <button
      type="button"
      // For the mouse only: keyboard and screen reader users have the Columns sheet, without a tab stop per
      // column.
      tabIndex={-1}
      aria-hidden
      data-edge={id}
      title="Drag to change the width"
      {...handlers}
      onDoubleClick={() => arranging.onWidth(id, null)}
      // Dragging the edge must not drag the column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      className="absolute inset-y-2 right-0 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:right-0 after:w-px after:bg-line-strong/60 hover:after:w-0.5 hover:after:bg-primary"
    />
  );
}

type SortButtonProps<Row> = {
  column: Column<Row>;
  by: string;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

function SortButton<Row>({ column, by, sort, onSort }: SortButtonProps<Row>) {
  const active = sort?.by === by;
  const Icon = !active ? ChevronsUpDown : sort.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, by))}
      className={clsx(
        'inline-flex max-w-full items-center gap-1 rounded-ui align-middle hover:text-ink',
        active && 'text-ink',
        column.align === 'right' && 'flex-row-reverse',
      )}
    >
      <span className="truncate">{column.header}</span>
      <Icon aria-hidden className={clsx('size-3.5 shrink-0', !active && 'opacity-60')} />
    </button>
  );
}

function ariaSort<Row>(column: Column<Row>, sort: Sort | null): 'ascending' | 'descending' | undefined {
  if (!column.sort || sort?.by !== column.sort) return undefined;
  return sort.order === 'asc' ? 'ascending' : 'descending';
}
