import { useEffect, useRef } from 'react';
import { toast } from '../ui/toast.tsx';
import { useAction } from './registry.ts';

type RowKeys<Row> = {
  /** The page, as the `?` sheet groups it: 'Users'. */
  group: string;
  /** What a row is: 'user'. */
  noun: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  current: string | null;
  onMove: (id: string) => void;
  onOpen: (row: Row) => void;
  /** Null for those who may not. */
  onEdit: ((row: Row) => void) | null;
  onDelete: ((row: Row) => void) | null;
};

/** Does something with the row that one stands on, or says how to get to one. */
export type WithRow<Row> = (run: (row: Row) => void) => void;

/** A list by keyboard: from row to row, and what can be done with the one that one stands on. */
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

  // Where the row stood that one was on: when it has gone, the next one has taken its place.
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

  useAction({ label: `Next ${noun}`, group, keys: 'j', run: () => move(1) });
  useAction({ label: `Previous ${noun}`, group, keys: 'k', run: () => move(-1) });
  useAction({ label: `Open ${noun}`, group, keys: 'o', run: () => withRow(on.onOpen) });
  useAction(onEdit && { label: `Edit ${noun}`, group, keys: 'e', run: () => withRow(onEdit) });
  useAction(onDelete && { label: `Delete ${noun}`, group, keys: '#', run: () => withRow(onDelete) });
  return withRow;
}
