import { type PointerEvent, useRef } from 'react';
import { within } from './arrangement.ts';
import { type Drawn, remInPx } from './useWidths.ts';

/**
 * Changes a column's width by dragging its edge: drawn during the drag, applied at its end. Escape or a lost
 * pointer cancels it.
 */
export function useEdgeDrag(
  id: string,
  onDraw: (drawn: Drawn | null) => void,
  onWidth: (id: string, width: number) => void,
) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    from.current && within(from.current.width + (event.clientX - from.current.x) / remInPx());

  function end() {
    from.current = null;
    onDraw(null);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const cell = event.currentTarget.closest('th');
      if (event.button !== 0 || !cell) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, width: cell.getBoundingClientRect().width / remInPx() };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const width = widthAt(event);
      // Movements up to 2 px do not start a drag.
      if (width !== null && Math.abs(event.clientX - (from.current?.x ?? 0)) > 2) onDraw({ id, width });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const width = widthAt(event);
      const dragged = Math.abs(event.clientX - (from.current?.x ?? event.clientX)) > 2;
      end();
      if (width !== null && dragged) onWidth(id, width);
    },
    onLostPointerCapture: () => from.current && end(),
  };
}
