import { useState } from 'react';
import type { Selection } from '../../ui/table/columns.ts';

/** The selection of a list, by id; rows that leave the screen are no longer selected. */
export function useSelectedRows<Row>(
  shown: readonly Row[],
  rowId: (row: Row) => string,
): Selection<Row> & { rows: readonly Row[]; clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = shown.filter((row) => chosen.has(rowId(row)));
  return {
    rows,
    ids: new Set(rows.map(rowId)),
    onSelect(changed, selected) {
      const next = new Set(rows.map(rowId));
      for (const id of changed.map(rowId)) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
  };
}
