import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { DensityButton } from '../../keys/DensityButton.tsx';
import { onDemand, usePopup } from '../../ui/onDemand.ts';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { pageTexts } from '../texts.ts';
import type { List } from './list.ts';

const columns = onDemand(() => import('../../ui/table/ColumnsSheet.tsx'));

/** The display settings of a list: row height and columns, together at the end of a line. */
export function ListTools<Row>({ list }: { list: List<Row> }) {
  const [open, setOpen] = useState(false);
  const { title } = list;
  const phone = usePhone();
  const arranging = phone && !list.row.hasArrangedCard ? undefined : list.views?.arranging;
  const sheet = usePopup(columns, open);
  return (
    <div className="ml-auto flex items-center gap-2 empty:hidden max-md:contents">
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
      {arranging && open && sheet && (
        <sheet.ColumnsSheet
          columns={list.columns}
          arrangement={arranging.arrangement}
          onChange={arranging.onArrange}
          onReset={arranging.onReset}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
