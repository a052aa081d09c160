import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShownRows } from '../ui/table/columns.ts';
import { toast } from '../ui/toast.tsx';
import type { ActionName } from './keymap.ts';
import { useAction } from './registry.ts';
import { keyTexts } from './texts.ts';

/** An action on the current row of a list: opens a page, or runs. */
export type RowAction<Row> = {
  action: ActionName;
  /** 'Edit user'. */
  label: string;
  /** Without a current row, it acts on the first row while that is on screen. */
  orFirst?: true;
  /** Why the row does not allow it, shown instead; null when it does. */
  whyNot?: (row: Row) => string | null;
} & ({ to: (row: Row) => string } | { run: (row: Row) => void });

type RowKeysProps<Row> = ShownRows<Row> & {
  /** The page, as the `?` sheet groups it: 'Users'. */
  group: string;
  /** The noun for a row: 'user'. */
  noun: string;
  rowId: (row: Row) => string;
  actions: readonly RowAction<Row>[];
};

/** Keyboard control of a list: moves from row to row and runs actions on the current row. */
export function RowKeys<Row>({
  group,
  noun,
  list,
  rows,
  current,
  onMove,
  atTop,
  rowId,
  actions,
}: RowKeysProps<Row>) {
  const navigate = useNavigate();
  const at = rows.findIndex((row) => rowId(row) === current);

  // The last current row of this list: after it disappears, the next row has its index. Another list has other rows.
  const last = useRef({ list, at });
  useEffect(() => {
    if (at !== -1) last.current = { list, at };
  }, [list, at]);
  const lastAt = () => (last.current.list === list ? last.current.at : -1);

  /** The index from which a step starts. */
  function start(step: 1 | -1): number {
    if (at !== -1) return at;
    return step === 1 ? lastAt() - 1 : lastAt();
  }

  function move(step: 1 | -1) {
    const from = start(step);
    const next = rows[Math.min(rows.length - 1, Math.max(0, from + step))];
    if (next !== undefined) onMove(rowId(next));
  }

  function rowFor({ orFirst }: RowAction<Row>): Row | undefined {
    if (at !== -1 || !orFirst) return rows[at];
    if (lastAt() !== -1) return rows[Math.min(rows.length - 1, lastAt())];
    return atTop ? rows[0] : undefined;
  }

  function run(action: RowAction<Row>) {
    const row = rowFor(action);
    if (row === undefined) return toast.info(keyTexts.rows.chooseFirst(noun));
    const refusal = action.whyNot?.(row) ?? null;
    if (refusal !== null) toast.info(refusal);
    else if ('to' in action) void navigate(action.to(row));
    else action.run(row);
  }

  useAction({ label: keyTexts.rows.next(noun), group, action: 'next-row', run: () => move(1) });
  useAction({ label: keyTexts.rows.previous(noun), group, action: 'previous-row', run: () => move(-1) });
  return actions.map((one) => (
    <RowKey key={one.action} label={one.label} group={group} action={one.action} run={() => run(one)} />
  ));
}

type RowKeyProps = { label: string; group: string; action: ActionName; run: () => void };

function RowKey(offered: RowKeyProps) {
  useAction(offered);
  return null;
}
