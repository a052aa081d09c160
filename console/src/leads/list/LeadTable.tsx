import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { plural } from '../../format/count.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Arrangement, arrange, arrangementOf, changed, moved } from '../../ui/table/arrangement.ts';
import type { Column, Sort, TableState } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { LeadCard } from './LeadCard.tsx';
import { LeadKeys } from './LeadKeys.tsx';
import type { RowActions } from './rowActions.ts';
import { useCurrentLead } from './useCurrentLead.ts';
import type { LeadSelection } from './useSelection.ts';

type LeadTableProps = {
  /** All columns; the arrangement decides which are shown, in which order and width. */
  columns: readonly Column<Lead>[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  actions: RowActions;
  state: TableState<Lead>;
  list: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  dense: boolean;
  filtered: boolean;
  onClearFilters: () => void;
  /** Null for users without bulk actions. */
  selection: LeadSelection | null;
  asking: boolean;
};

/** The table of leads, with mouse, touch and keyboard control. */
export function LeadTable({ selection, asking, actions, ...props }: LeadTableProps) {
  const [current, setCurrent] = useCurrentLead(props.list);
  const { columns, arrangement, onArrange } = props;
  const drawn = useMemo(() => arrange(columns, arrangement), [columns, arrangement]);
  const shown = useMemo(() => new Set(drawn.map(({ id }) => id)), [drawn]);
  const arranged = () => arrangementOf(columns, arrangement);

  return (
    <DataTable
      label="Leads"
      columns={drawn}
      arranging={{
        onWidth: (id, width) => onArrange(changed(arranged(), id, { width })),
        onMove: (id, before) => onArrange(moved(arranged(), id, before)),
      }}
      state={props.state}
      rowId={(lead) => lead._id}
      rowName={(lead) => `order ${lead.orderId}`}
      list={props.list}
      newRows={(count) => plural(count, { one: '# new lead', other: '# new leads' })}
      // Rows must not move while a dialog is open or rows are selected.
      hold={asking || (selection !== null && selection.ids.size > 0)}
      cursor={{ id: current, onMove: setCurrent }}
      keys={(rows) => (
        <LeadKeys
          rows={rows}
          current={current}
          onMove={setCurrent}
          onSelect={selection?.toggle ?? null}
          actions={actions}
        />
      )}
      empty={
        <EmptyState
          icon={Inbox}
          title="No leads found"
          text={props.filtered ? 'No lead matches these filters.' : undefined}
          action={props.filtered && <Button onClick={props.onClearFilters}>Clear filters</Button>}
        />
      }
      sort={props.sort}
      onSort={props.onSort}
      {...(selection && { selection })}
      dense={props.dense}
      card={(lead) => <LeadCard lead={lead} actions={actions} shown={shown} />}
    />
  );
}
