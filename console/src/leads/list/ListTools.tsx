import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { DensityButton } from '../../keys/DensityButton.tsx';
import type { Arrangement } from '../../ui/table/arrangement.ts';
import { ColumnsSheet } from '../../ui/table/ColumnsSheet.tsx';
import type { Column } from '../../ui/table/columns.ts';

type ListToolsProps = {
  columns: readonly Column<Lead>[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  onResetColumns: (() => void) | null;
  dense: boolean;
  onDense: (dense: boolean) => void;
};

/** The display settings of the list: columns and row height. */
export function ListTools({ columns, arrangement, ...on }: ListToolsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <DensityButton group="Leads" dense={on.dense} onChange={on.onDense} />
      <ActionButton
        label="Columns"
        group="Leads"
        action="columns"
        variant="ghost"
        icon={Columns3}
        onClick={() => setOpen(true)}
      />
      {open && (
        <ColumnsSheet
          columns={columns}
          arrangement={arrangement}
          onChange={on.onArrange}
          onReset={on.onResetColumns}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
