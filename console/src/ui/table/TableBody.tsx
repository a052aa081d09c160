import type { Table } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Cursor } from './columns.ts';
import { moveBetweenRows } from './moveBetweenRows.ts';
import { observedHeight, observeSize, scrollIfNeeded } from './observeSize.ts';
import { TableRow } from './TableRow.tsx';
import { useFocusKept } from './useFocusKept.ts';
import { isComplete, usePortions, visibleFirst } from './usePortions.ts';
import { useStable } from './useStable.ts';
import type { TableRows } from './useTable.ts';

type TableBodyProps<Row> = {
  /** Identifies the query and page of the rows. */
  list: string;
  table: Table<Row>;
  rows: TableRows<Row>;
  /** Whether each row is one line of 32 px. */
  dense: boolean;
  cursor: Cursor;
  /** The rows are still those of the previous list. */
  refreshing: boolean;
  scroller: HTMLElement | null;
};

/**
 * Renders only the visible rows and 2 to 4 on each side, a few new ones per frame, so that 500 rows cost as little as
 * 50. The drawback: the browser's Ctrl F finds only rendered rows. A list's search covers all its pages, and
 * Ctrl K all leads.
 */
export function TableBody<Row>({
  list,
  table,
  rows,
  dense,
  cursor,
  refreshing,
  scroller,
}: TableBodyProps<Row>) {
  const { listed, selected } = rows;
  const columns = table.getVisibleLeafColumns();
  // Heights are measured by density: with those of the other one, twice the rows on screen would be laid out.
  const keys = useMemo(() => listed.map(({ id }) => `${dense ? 'dense' : 'tall'} ${id}`), [listed, dense]);
  const virtual = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller,
    // The same function until a key changes: with another one, the library places all rows again in each rendering.
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: () => (dense ? 32 : 60),
    // 120 px on each side: each row has 70 elements, of which a change of density or colours styles all.
    overscan: dense ? 4 : 2,
    // Scrolling and rendering are two tasks.
    useFlushSync: false,
    observeElementRect: observeSize,
    measureElement: observedHeight,
    scrollToFn: scrollIfNeeded,
    // The head is inside the scroller, above the first row, and covers rows that scroll below it.
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  const body = useRef<HTMLTableSectionElement>(null);
  const focus = useFocusKept(body, list, listed);
  const cursorId = cursor.id;
  const goTo = useEffectEvent((id: string) => {
    const index = listed.findIndex((row) => row.id === id);
    const row = body.current?.querySelector(`tr[data-index="${index}"]`);
    if (index === -1 || row?.contains(document.activeElement)) return;
    // Right before the next frame is drawn: to scroll lays out the page.
    requestAnimationFrame(() => virtual.scrollToIndex(index, { align: 'auto' }));
    // A distant row is rendered only after scrolling to it.
    focus.goTo(index);
  });
  // The rows of a new page follow its first rendering.
  const hasRows = listed.length > 0;
  useEffect(() => {
    if (cursorId !== null && scroller && hasRows) goTo(cursorId);
  }, [cursorId, scroller, hasRows]);
  const follow = useStable((id: string, index: number) => {
    focus.enter(id, index);
    if (id !== cursorId) cursor.onMove(id);
  });
  const select = useStable((id: string, selected: boolean, range: boolean) =>
    rows.select(id, selected, range),
  );
  // A larger colspan would create a column, which would take a share of the width.
  const across = columns.length + (selected ? 1 : 0);
  const items = virtual.getVirtualItems();
  const needed = visibleFirst(virtual).flatMap((index) => listed[index]?.id ?? []);
  const mounted = usePortions(needed, dense);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <tbody
      ref={body}
      aria-busy={!isComplete(listed.length, needed, mounted) || undefined}
      onBlur={focus.leave}
      onKeyDown={moveBetweenRows}
      className={clsx(refreshing && 'opacity-60')}
    >
      <Gap height={before} columns={across} />
      {items.map(({ index, size }) => {
        const item = listed[index];
        if (item === undefined) return null;
        const { id, row } = item;
        if (!mounted.has(id)) return <Gap key={id} height={size} columns={across} />;
        return (
          <TableRow
            key={id}
            id={id}
            row={row}
            index={index}
            columns={columns}
            name={rows.nameOf(row)}
            selected={selected?.has(id) ?? null}
            isCurrent={id === cursorId}
            dense={dense}
            onFocus={follow}
            onSelect={select}
            measure={virtual.measureElement}
          />
        );
      })}
      <Gap height={after} columns={across} />
    </tbody>
  );
}

/** In px, as in TableHead. */
const HEAD_HEIGHT = 36;

/** Takes the place of a row that follows in the next frames, or of all rows outside the viewport. */
function Gap({ height, columns }: { height: number; columns: number }): ReactNode {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
