import { useLayoutEffect, useState } from 'react';
import type { Column } from './columns.ts';
import { columnWidths } from './columnWidths.ts';

/** A column whose edge is being dragged, and how wide it is drawn meanwhile, in rem. */
export type Drawn = { id: string; width: number };

/** In rem: the checkbox column. */
const SELECT_WIDTH = 2.25;

type Widths = {
  /** What the table's own width and its `col` elements are set to. */
  table: { width?: string; minWidth: string };
  select: string;
  columns: { id: string; width: string }[];
  onDraw: (drawn: Drawn | null) => void;
};

/** How wide the table and its columns are drawn. Unless a reader chose a width, the browser shares out the room. */
export function useWidths<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  scroller: HTMLElement | null,
): Widths {
  const room = useRoom(scroller);
  const [drawn, onDraw] = useState<Drawn | null>(null);
  const select = selectable ? SELECT_WIDTH : 0;
  const wished = columns.map(({ id, width, exact }) =>
    drawn?.id === id ? { width: drawn.width, exact: true as const } : { width, ...(exact && { exact }) },
  );
  const chosen = room !== null && wished.some(({ exact }) => exact);
  const widths = chosen ? columnWidths(wished, room - select) : wished.map(({ width }) => width);
  const total = widths.reduce((sum, width) => sum + width, select);
  return {
    table: { minWidth: `${total}rem`, ...(chosen && { width: `${total}rem` }) },
    select: `${SELECT_WIDTH}rem`,
    columns: columns.map(({ id }, at) => ({ id, width: `${widths[at] ?? 0}rem` })),
    onDraw,
  };
}

/** The pixels of one rem: readers may have set it. */
export const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** In rem; null until it is known. */
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
