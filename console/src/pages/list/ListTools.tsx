import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { DensityButton } from '../../keys/DensityButton.tsx';
import { ColumnsSheet } from '../../ui/table/ColumnsSheet.tsx';
import { pageTexts } from '../texts.ts';
import type { List } from './list.ts';

/** The display settings of a list: row height and columns. */
export function ListTools<Row>({ list }: { list: List<Row> }) {
  const [open, setOpen] = useState(false);
  const { title, arranging } = list;
  return (
    <>
      {list.onDense && <DensityButton group={title} dense={list.dense} onChange={list.onDense} />}
      {arranging && (
        <ActionButton
          label={pageTexts.list.columns}
          group={title}
          action="columns"
          variant="ghost"
          icon={Columns3}
          onClick={() => setOpen(true)}
        />
      )}
      {arranging && open && (
        <ColumnsSheet
          columns={list.columns}
          arrangement={arranging.arrangement}
          onChange={arranging.onArrange}
          onReset={arranging.onReset}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
