import type { Lead } from '@crm/contracts/leads/lead.ts';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Sort, TableState } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Asked } from '../dialogs/LeadDialogs.tsx';
import { leadColumns } from './columns/leadColumns.tsx';
import { LeadCard } from './LeadCard.tsx';
import { LeadKeys } from './LeadKeys.tsx';
import { useCurrentLead } from './useCurrentLead.ts';
import { useRowActions } from './useRowActions.ts';
import type { LeadSelection } from './useSelection.ts';

type LeadTableProps = {
  state: TableState<Lead>;
  list: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  dense: boolean;
  filtered: boolean;
  onClearFilters: () => void;
  /** Null for those who cannot act on many leads. */
  selection: LeadSelection | null;
  asking: boolean;
  ask: (asked: Asked) => void;
};

/** The rows, by mouse, by finger and by keyboard. */
export function LeadTable({ selection, ask, asking, ...props }: LeadTableProps) {
  const actions = useRowActions(ask);
  const columns = useMemo(() => leadColumns(actions, props.dense), [actions, props.dense]);
  const [current, setCurrent] = useCurrentLead(props.list);

  return (
    <DataTable
      label="Leads"
      columns={columns}
      state={props.state}
      rowId={(lead) => lead._id}
      rowName={(lead) => `order ${lead.orderId}`}
      list={props.list}
      newRows={(count) => (count === 1 ? '1 new lead' : `${count} new leads`)}
      // Nothing may move under somebody who is answering a question or choosing rows.
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
      card={(lead) => <LeadCard lead={lead} actions={actions} />}
    />
  );
}
