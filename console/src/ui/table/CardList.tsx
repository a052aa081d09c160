import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Select } from '../Select.tsx';
import { Skeleton } from '../Skeleton.tsx';
import type { Column, Selection, Sort, TableState } from './columns.ts';
import { SelectRow } from './SelectAll.tsx';

type CardListProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: TableState<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection;
  card: (row: Row) => ReactNode;
};

/** The table on a phone: each row a card, sorting by a select. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, state, selection, onSort } = props;
  return (
    <div className="flex flex-col gap-2">
      {onSort && <SortSelect columns={props.columns} sort={props.sort ?? null} onSort={onSort} />}
      {state.kind === 'loading' && <Skeleton className="h-28" />}
      <ul
        aria-label={props.label}
        className={clsx('flex flex-col gap-2', state.kind === 'rows' && state.refreshing && 'opacity-60')}
      >
        {rows.map((row) => {
          const id = props.rowId(row);
          return (
            <li
              key={id}
              className={clsx(
                'flex gap-3 rounded-ui border p-3 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]',
                selection?.ids.has(id) ? 'bg-primary-soft' : 'bg-surface',
              )}
            >
              {selection && <SelectRow id={id} name={props.rowName(row)} selection={selection} />}
              <div className="min-w-0 flex-1">{props.card(row)}</div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
};

function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const choices = columns.flatMap(({ header, sort: by }) =>
    by
      ? [
          { value: `${by} desc`, label: `${header} ↓`, sort: { by, order: 'desc' as const } },
          { value: `${by} asc`, label: `${header} ↑`, sort: { by, order: 'asc' as const } },
        ]
      : [],
  );
  if (choices.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      value={sort ? `${sort.by} ${sort.order}` : ''}
      onChange={(event) => {
        const choice = choices.find((one) => one.value === event.target.value);
        if (choice) onSort(choice.sort);
      }}
      options={sort ? choices : [{ value: '', label: 'Sort by' }, ...choices]}
    />
  );
}
