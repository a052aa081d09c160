import type { Table } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { memo, type ReactNode, type Ref, useCallback, useLayoutEffect, useState } from 'react';
import { Select } from '../Select.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { uiTexts } from '../texts.ts';
import { observedHeight, observeSize, scrollIfNeeded } from './observeSize.ts';
import { SelectAll, SelectRow } from './SelectAll.tsx';
import { headerOf } from './TableHead.tsx';
import { isComplete, usePortions, visibleFirst } from './usePortions.ts';
import { useStable } from './useStable.ts';
import type { TableRows } from './useTable.ts';

type CardListProps<Row> = {
  label: string;
  table: Table<Row>;
  rows: TableRows<Row>;
  loading: boolean;
  /** The rows are still those of the previous list. */
  refreshing: boolean;
  card: (row: Row) => ReactNode;
};

/** Fill the screen of a phone. */
const placeholders = [1, 2, 3, 4, 5];

/** The table on a phone: one card per row, sorted by a select. Only cards near the viewport are rendered. */
export function CardList<Row>({ label, table, rows, loading, refreshing, card }: CardListProps<Row>) {
  const { listed, selected } = rows;
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const page = list?.closest('main') ?? null;
  const above = useHeightAbove(list, page);
  const virtual = useVirtualizer({
    count: listed.length,
    getScrollElement: () => page,
    getItemKey: useCallback((index: number) => listed[index]?.id ?? index, [listed]),
    estimateSize: () => 220,
    gap: 8,
    overscan: 5,
    useFlushSync: false,
    observeElementRect: observeSize,
    measureElement: observedHeight,
    scrollToFn: scrollIfNeeded,
    scrollMargin: above,
  });
  const onSelect = useStable((id: string, selected: boolean, range: boolean) =>
    rows.select(id, selected, range),
  );
  const items = virtual.getVirtualItems();
  const needed = visibleFirst(virtual).flatMap((index) => listed[index]?.id ?? []);
  const mounted = usePortions(needed, false);
  const first = items[0];
  const last = items.at(-1);

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        {selected && (
          <span className="flex pl-3">
            <SelectAll rows={rows} />
          </span>
        )}
        <SortSelect table={table} />
      </div>
      {loading && placeholders.map((id) => <Skeleton key={id} className="h-28" />)}
      <ul
        ref={setList}
        aria-label={label}
        aria-busy={!isComplete(listed.length, needed, mounted) || undefined}
        className={clsx('flex flex-col gap-2', refreshing && 'opacity-60')}
        style={{
          paddingTop: first ? first.start - above : 0,
          paddingBottom: last ? virtual.getTotalSize() - (last.end - above) : 0,
        }}
      >
        {items.map(({ index, size }) => {
          const item = listed[index];
          if (item === undefined) return null;
          const { id, row } = item;
          // It follows in the next frames.
          if (!mounted.has(id)) return <li key={id} aria-hidden style={{ height: size }} />;
          return (
            <Card
              key={id}
              row={row}
              id={id}
              name={rows.nameOf(row)}
              index={index}
              count={listed.length}
              selected={selected?.has(id) ?? null}
              onSelect={onSelect}
              card={card}
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
  id: string;
  name: string;
  index: number;
  count: number;
  selected: boolean | null;
  onSelect: (id: string, selected: boolean, range: boolean) => void;
  card: (row: Row) => ReactNode;
  measure: Ref<HTMLLIElement>;
};

function PlainCard<Row>({ row, id, name, index, count, selected, onSelect, card, measure }: CardProps<Row>) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={clsx('flex gap-3 rounded-ui border p-3', selected ? 'bg-primary-soft' : 'bg-surface')}
    >
      {selected !== null && (
        <SelectRow name={name} selected={selected} onSelect={(on, range) => onSelect(id, on, range)} />
      )}
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

function SortSelect<Row>({ table }: { table: Table<Row> }) {
  const choices = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap((column) => [
      { value: `${column.id} desc`, label: `${headerOf(column)} ↓`, id: column.id, desc: true },
      { value: `${column.id} asc`, label: `${headerOf(column)} ↑`, id: column.id, desc: false },
    ]);
  if (choices.length === 0) return null;
  const [sort] = table.getState().sorting;
  const value = sort ? `${sort.id} ${sort.desc ? 'desc' : 'asc'}` : '';
  const known = choices.some((choice) => choice.value === value);
  return (
    <Select
      aria-label={uiTexts.table.sortBy}
      value={value}
      onChange={(event) => {
        const choice = choices.find((one) => one.value === event.target.value);
        if (choice) table.setSorting([choice]);
      }}
      options={known ? choices : [{ value, label: uiTexts.table.sortBy }, ...choices]}
    />
  );
}
