import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { memo, type ReactNode, type Ref, useLayoutEffect, useState } from 'react';
import { Select } from '../Select.tsx';
import { Skeleton } from '../Skeleton.tsx';
import type { Column, Selection, Sort, TableState } from './columns.ts';
import { SelectAll, SelectRow } from './SelectAll.tsx';
import { useStable } from './useStable.ts';

type CardListProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  state: TableState<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
  card: (row: Row) => ReactNode;
};

/** The table on a phone: one card per row, sorted by a select. Only cards near the viewport are rendered. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { rows, state, selection, onSort } = props;
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const page = list?.closest('main') ?? null;
  const above = useHeightAbove(list, page);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => page,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : props.rowId(row);
    },
    estimateSize: () => 220,
    gap: 8,
    overscan: 5,
    scrollMargin: above,
  });
  const onSelect = useStable<Parameters<Selection<Row>['onSelect']>>((...change) =>
    selection?.onSelect(...change),
  );
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        {selection && (
          <span className="flex pl-3">
            <SelectAll rows={rows} rowId={props.rowId} selection={selection} />
          </span>
        )}
        {onSort && <SortSelect columns={props.columns} sort={props.sort ?? null} onSort={onSort} />}
      </div>
      {state.kind === 'loading' && <Skeleton className="h-28" />}
      <ul
        ref={setList}
        aria-label={props.label}
        className={clsx('flex flex-col gap-2', state.kind === 'rows' && state.refreshing && 'opacity-60')}
        style={{
          paddingTop: first ? first.start - above : 0,
          paddingBottom: last ? virtual.getTotalSize() - (last.end - above) : 0,
        }}
      >
        {items.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const id = props.rowId(row);
          return (
            <Card
              key={id}
              row={row}
              name={props.rowName(row)}
              index={index}
              count={rows.length}
              selected={selection ? selection.ids.has(id) : null}
              onSelect={onSelect}
              card={props.card}
              measure={virtual.measureElement}
            />
          );
        })}
      </ul>
    </div>
  );
}

type CardProps<Row> = {
  row: Row;
  name: string;
  index: number;
  count: number;
  selected: boolean | null;
  onSelect: Selection<Row>['onSelect'];
  card: (row: Row) => ReactNode;
  measure: Ref<HTMLLIElement>;
};

function PlainCard<Row>({ row, name, index, count, selected, onSelect, card, measure }: CardProps<Row>) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={clsx('flex gap-3 rounded-ui border p-3', selected ? 'bg-primary-soft' : 'bg-surface')}
    >
      {selected !== null && <SelectRow row={row} name={name} selected={selected} onSelect={onSelect} />}
      <div className="min-w-0 flex-1">{card(row)}</div>
    </li>
  );
}

// memo loses the type parameter.
const Card = memo(PlainCard) as typeof PlainCard;

/** The list's offset in px from the top of the scrolled page; it changes when filters open above it. */
function useHeightAbove(list: HTMLElement | null, page: HTMLElement | null): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    if (!list || !page) return;
    const now = list.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
    setAbove(Math.round(now));
  });
  return above;
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
  const value = sort ? `${sort.by} ${sort.order}` : '';
  const known = choices.some((choice) => choice.value === value);
  return (
    <Select
      aria-label="Sort by"
      value={value}
      onChange={(event) => {
        const choice = choices.find((one) => one.value === event.target.value);
        if (choice) onSort(choice.sort);
      }}
      options={
        known ? choices : [{ value, label: sort ? 'Sorted by a hidden column' : 'Sort by' }, ...choices]
      }
    />
  );
}
