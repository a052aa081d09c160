import type { Column, Table } from '@tanstack/react-table';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from '../texts.ts';
import { moved } from './arrangement.ts';
import { SelectAll } from './SelectAll.tsx';
import { useColumnDrag } from './useColumnDrag.ts';
import { useEdgeDrag } from './useEdgeDrag.ts';
import type { TableRows } from './useTable.ts';
import type { Drawn } from './useWidths.ts';

type TableHeadProps<Row> = {
  table: Table<Row>;
  rows: TableRows<Row>;
  /** Whether users can rearrange the columns. */
  arrangeable: boolean;
  onDraw: (drawn: Drawn | null) => void;
};

const cell = 'sticky top-0 z-20 h-9 border-b bg-sunken px-3 text-left text-xs font-semibold text-muted';

export function TableHead<Row>({ table, rows, arrangeable, onDraw }: TableHeadProps<Row>) {
  const selectable = rows.selected !== null;
  const columns = table.getVisibleLeafColumns();
  const move = (id: string, before: string | null) =>
    table.setColumnOrder((order) =>
      moved(
        order.map((one) => ({ id: one })),
        id,
        before,
      ).map((one) => one.id),
    );
  const drag = useColumnDrag(
    columns.map(({ id }) => id),
    arrangeable ? move : null,
  );
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={clsx(cell, 'left-0 z-30 rounded-tl-ui px-0 text-center')}>
            <SelectAll rows={rows} />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(column)}
            // The first column names the row and cannot move.
            {...(index > 0 && drag.cell(column.id))}
            className={clsx(
              cell,
              column.columnDef.meta?.align === 'right' && 'text-right',
              index === 0 && ['z-30 border-r', selectable ? 'left-9' : 'left-0 rounded-tl-ui'],
              index === columns.length - 1 && 'rounded-tr-ui',
              drag.lookOf(column.id),
            )}
          >
            {column.getCanSort() ? (
              <SortButton column={column} />
            ) : (
              <span className="block truncate">{headerOf(column)}</span>
            )}
            {arrangeable && <Edge table={table} column={column} onDraw={onDraw} />}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type EdgeProps<Row> = {
  table: Table<Row>;
  column: Column<Row>;
  onDraw: (drawn: Drawn | null) => void;
};

/** The right edge of a column: dragging changes the width, a double click restores the default. */
function Edge<Row>({ table, column, onDraw }: EdgeProps<Row>): ReactNode {
  const handlers = useEdgeDrag(column.id, onDraw, (id, width) =>
    table.setColumnSizing((widths) => ({ ...widths, [id]: width })),
  );
  return (
    <button
      type="button"
      // For the mouse only: keyboard and screen reader users have the Columns sheet, without a tab stop per
      // column.
      tabIndex={-1}
      aria-hidden
      data-edge={column.id}
      title={uiTexts.table.dragEdge}
      {...handlers}
      onDoubleClick={() => column.resetSize()}
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

const arrows = { asc: ArrowUp, desc: ArrowDown };

function SortButton<Row>({ column }: { column: Column<Row> }) {
  const sorted = column.getIsSorted();
  const Icon = sorted ? arrows[sorted] : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => column.toggleSorting()}
      className={clsx(
        'inline-flex max-w-full items-center gap-1 rounded-ui align-middle hover:text-ink',
        sorted && 'text-ink',
        column.columnDef.meta?.align === 'right' && 'flex-row-reverse',
      )}
    >
      <span className="truncate">{headerOf(column)}</span>
      <Icon aria-hidden className={clsx('size-3.5 shrink-0', !sorted && 'opacity-60')} />
    </button>
  );
}

function ariaSort<Row>(column: Column<Row>): 'ascending' | 'descending' | undefined {
  const sorted = column.getIsSorted();
  if (sorted === false) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}

/** The column's header; all of ours are texts. */
export function headerOf<Row>({ columnDef }: Column<Row>): string {
  return typeof columnDef.header === 'string' ? columnDef.header : '';
}
