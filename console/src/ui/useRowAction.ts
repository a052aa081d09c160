import { useCallback, useMemo, useRef, useState } from 'react';

/** An action that runs on rows, and whether it runs on one: its control is busy then. */
export type RowRun<Row> = { run: (row: Row) => void; isRunning: (row: Row) => boolean };

/**
 * An action on the rows of a list that asks nothing first. Pressed again on a row where it still runs, by a button, its key or a
 * menu, it does nothing.
 * @param act never rejects; the same function in each render
 */
export function useRowAction<Row extends { _id: string }>(act: (row: Row) => Promise<void>): RowRun<Row> {
  // Two presses may come before the next render.
  const started = useRef(new Set<string>());
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());

  const run = useCallback(
    async (row: Row) => {
      if (started.current.has(row._id)) return;
      started.current.add(row._id);
      setRunning(new Set(started.current));
      await act(row);
      started.current.delete(row._id);
      setRunning(new Set(started.current));
    },
    [act],
  );
  return useMemo(
    () => ({ run: (row) => void run(row), isRunning: ({ _id }) => running.has(_id) }),
    [run, running],
  );
}
