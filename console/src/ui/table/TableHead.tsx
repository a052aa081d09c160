import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type Column, nextSort, type Selection, type Sort } from './columns.ts';
import { SelectAll } from './SelectAll.tsx';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
};

const cell = 'sticky top-0 z-20 h-9 border-b bg-sunken px-3 text-left text-xs font-semibold text-muted';

export function TableHead<Row>({
  columns,
  rows,
  rowId,
  sort = null,
  onSort,
  selection,
}: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={clsx(cell, 'left-0 z-30 rounded-tl-ui px-0 text-center')}>
            <SelectAll ids={rows.map(rowId)} selection={selection} />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={ariaSort(column, sort)}
            className={clsx(
              cell,
              column.align === 'right' && 'text-right',
              index === 0 && ['z-30 border-r', selection ? 'left-9' : 'left-0 rounded-tl-ui'],
              index === columns.length - 1 && 'rounded-tr-ui',
            )}
          >
            {column.sort && onSort ? (
              <SortButton column={column} by={column.sort} sort={sort} onSort={onSort} />
            ) : (
              column.header
            )}
          </th>
        ))}
      </tr>
    </thead>
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
