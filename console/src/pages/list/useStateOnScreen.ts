import { useState } from 'react';
import type { TableState } from '../../ui/table/columns.ts';

/**
 * The state that the rows on screen belong to: while the rows of another state are read, those of the state before stay on
 * screen. Rows of a state that was never on screen, as the plain list's before a saved view is restored, are not shown.
 */
export function useStateOnScreen<State, Row>(state: State, read: TableState<Row>) {
  const [last, setLast] = useState<{ state: State } | null>(null);
  const isBefore = read.kind === 'rows' && read.refreshing;
  if (read.kind === 'rows' && !isBefore && last?.state !== state) setLast({ state });
  const before = isBefore && last;
  return {
    table: isBefore && !last ? ({ kind: 'loading' } as const) : read,
    onScreen: before ? before.state : state,
  };
}
