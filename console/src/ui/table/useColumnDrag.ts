import { type DragEvent, useState } from 'react';

type Over = { id: string; side: 'before' | 'after' };

/** Moves a column by dragging its header; does nothing when `onMove` is null. */
export function useColumnDrag(
  ids: readonly string[],
  onMove: ((id: string, before: string | null) => void) | null,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);

  function end() {
    setDragged(null);
    setOver(null);
  }

  const cell = (id: string) => {
    if (!onMove) return {};
    return {
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        setDragged(id);
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null) return;
        event.preventDefault();
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const side = event.clientX < left + width / 2 ? 'before' : 'after';
        if (over?.id !== id || over.side !== side) setOver({ id, side });
      },
      onDrop(event: DragEvent<HTMLElement>) {
        event.preventDefault();
        if (dragged !== null && over) onMove(dragged, placeOf(ids, over));
        end();
      },
      onDragEnd: end,
    };
  };

  return {
    cell,
    /** The class that marks where the column would be dropped. */
    lookOf(id: string) {
      if (id === dragged) return 'opacity-50';
      if (over?.id !== id) return '';
      return over.side === 'before'
        ? 'shadow-[inset_2px_0_0_var(--primary)]'
        : 'shadow-[inset_-2px_0_0_var(--primary)]';
    },
  };
}

const placeOf = (ids: readonly string[], { id, side }: Over) =>
  side === 'before' ? id : (ids[ids.indexOf(id) + 1] ?? null);
