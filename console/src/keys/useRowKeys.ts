import { useEffect, useRef } from 'react';
import { toast } from '../ui/toast.tsx';
import { useAction } from './registry.ts';

type RowKeys<Row> = {
  /** The page, as the `?` sheet groups it: 'Users'. */
  group: string;
  /** The noun for a row: 'user'. */
  noun: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  current: string | null;
  onMove: (id: string) => void;
  onOpen: (row: Row) => void;
  /** Null without the permission to edit or delete. */
  onEdit: ((row: Row) => void) | null;
  onDelete: ((row: Row) => void) | null;
};

/** Runs an action on the current row, or shows how to choose a row. */
export type WithRow<Row> = (run: (row: Row) => void) => void;

/** Keyboard control of a list: moves from row to row and runs actions on the current row. */
export function useRowKeys<Row>({
  group,
  noun,
  rows,
  idOf,
  current,
  onMove,
  ...on
}: RowKeys<Row>): WithRow<Row> {
  const at = rows.findIndex((row) => idOf(row) === current);

  // Index of the last current row: after it disappears, the next row has this index.
  const lastAt = useRef(-1);
  useEffect(() => {
    if (at !== -1) lastAt.current = at;
  }, [at]);

  function move(step: 1 | -1) {
    const from = at !== -1 ? at : lastAt.current === -1 ? -1 : lastAt.current - (step === 1 ? 1 : 0);
    const next = rows[Math.min(rows.length - 1, Math.max(0, from + step))];
    if (next !== undefined) onMove(idOf(next));
  }

  const withRow: WithRow<Row> = (run) => {
    const row = rows[at];
    if (row !== undefined) run(row);
    else toast.info(`Choose a row first: j and k move from ${noun} to ${noun}`);
  };
  const { onEdit, onDelete } = on;

  useAction({ label: `Next ${noun}`, group, action: 'next-row', run: () => move(1) });
  useAction({ label: `Previous ${noun}`, group, action: 'previous-row', run: () => move(-1) });
  useAction({ label: `Open ${noun}`, group, action: 'open', run: () => withRow(on.onOpen) });
  useAction(onEdit && { label: `Edit ${noun}`, group, action: 'edit', run: () => withRow(onEdit) });
  useAction(onDelete && { label: `Delete ${noun}`, group, action: 'delete', run: () => withRow(onDelete) });
  return withRow;
}
