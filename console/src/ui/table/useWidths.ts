import type { Table } from '@tanstack/react-table';
import { useLayoutEffect, useMemo, useState } from 'react';
import { columnWidths } from './columnWidths.ts';
import { numberWidth } from './numberWidth.ts';
import type { TableRows } from './useTable.ts';

/** The column whose edge is being dragged, and its current width in rem. */
export type Drawn = { id: string; width: number };

/** The width of the checkbox column in rem. */
const SELECT_WIDTH = 2.25;

type Widths = {
  /** Styles of the table element and its `col` elements. */
  table: { width?: string; minWidth: string };
  select: string;
  columns: { id: string; width: string }[];
  onDraw: (drawn: Drawn | null) => void;
};

/**
 * Computes the widths of the table and its columns. Without chosen widths, the browser distributes the room. A column of numbers
 * is never narrower than its longest one on this page.
 */
export function useWidths<Row>(
  table: Table<Row>,
  listed: TableRows<Row>['listed'],
  { dense, selectable }: { dense: boolean; selectable: boolean },
  scroller: HTMLElement | null,
): Widths {
  const [drawn, onDraw] = useState<Drawn | null>(null);
  const select = selectable ? SELECT_WIDTH : 0;
  const columns = table.getVisibleLeafColumns();
  const { columnSizing } = table.getState();
  const least = useMemo(
    () =>
      columns.map(({ columnDef: { meta } }) =>
        meta?.align
          ? numberWidth(
              listed.map(({ row }) => meta.cell(row, dense)),
              dense,
            )
          : 0,
      ),
    [columns, listed, dense],
  );
  const requested = columns.map(({ id, columnDef }, at) => {
    const wanted = drawn?.id === id ? drawn.width : columnSizing[id];
    const width = Math.max(wanted ?? columnDef.size ?? 0, least[at] ?? 0);
    return wanted === undefined ? { width } : { width, exact: true as const };
  });
  const isSized = requested.some(({ exact }) => exact);
  const room = useRoom(isSized ? scroller : null);
  const chosen = isSized && room !== null;
  const widths = chosen ? columnWidths(requested, room - select) : requested.map(({ width }) => width);
  const total = widths.reduce((sum, width) => sum + width, select);
  return {
    table: { minWidth: `${total}rem`, ...(chosen && { width: `${total}rem` }) },
    select: `${SELECT_WIDTH}rem`,
    columns: columns.map(({ id }, at) => ({ id, width: `${widths[at] ?? 0}rem` })),
    onDraw,
  };
}

/** Pixels per rem; the user may have changed the font size. */
export const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The scroller's width in rem; null until measured. To measure it lays out the whole page, so only where it is needed. */
function useRoom(scroller: HTMLElement | null): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!scroller) return;
    const measure = () => setRoom(scroller.clientWidth / remInPx());
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}
