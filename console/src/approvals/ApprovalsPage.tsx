import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { plural } from '../format/count.ts';
import { FilterBar, FilterSelect } from '../pages/list/FilterBar.tsx';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { paths } from '../paths.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { OperatorFilter, ProductFilter } from './ApprovalFilters.tsx';
import { UnexpectedAnswer } from './answer.ts';
import { BulkDecideDialog } from './BulkDecideDialog.tsx';
import { approvalColumns } from './columns.tsx';
import { DebugBox } from './DebugBox.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { Deciding, Decision } from './decisions.ts';
import { ageOptions, approvalListState, queryOf, requestedOptions } from './filters.ts';
import { pendingApprovals } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { requestIdOf, useSelectedRequests } from './useSelectedRequests.ts';

/** Pending Approvals: status changes that operators requested, for an admin to approve or reject. */
export function ApprovalsPage() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [decidingMany, setDecidingMany] = useState<Decision | null>(null);
  const { list, filter, query, bulk } = useListPage({
    title: 'Approvals',
    heading: 'Pending Approvals',
    tab: 'Approvals',
    one: 'request',
    many: 'requests',
    fields: approvalListState,
    query: (state) => pendingApprovals(queryOf(state)),
    columns: useMemo(() => approvalColumns(setDeciding), []),
    row: {
      id: requestIdOf,
      name: (row) => `order ${row.orderId}`,
      card: (row) => <ApprovalCard row={row} onDecide={setDeciding} />,
      actions: [
        { action: 'open', label: 'Open lead', to: ({ _id }) => paths.leads.one(_id) },
        {
          action: 'approve',
          label: 'Approve',
          orFirst: true,
          run: (request) => setDeciding({ decision: 'approve', request }),
        },
        {
          action: 'reject',
          label: 'Reject',
          orFirst: true,
          run: (request) => setDeciding({ decision: 'reject', request }),
        },
      ],
    },
    useBulk: useSelectedRequests,
    hold: deciding !== null || decidingMany !== null,
    oneHeight: true,
  });
  const total = query.data?.pagination.total ?? 0;

  return (
    <ListPage
      list={list}
      subtitle={
        total > 0 &&
        plural(total, {
          one: '# status change waits for a decision',
          other: '# status changes wait for a decision',
        })
      }
      filters={
        <FilterBar list={list} placeholder="Order ID, customer, phone">
          <OperatorFilter {...filter('operator')} />
          <FilterSelect label="Requested status" options={requestedOptions} {...filter('requested')} />
          <ProductFilter {...filter('product')} />
          <FilterSelect label="Age" options={ageOptions} {...filter('age')} />
        </FilterBar>
      }
      empty={
        list.filtered
          ? { icon: CircleCheck }
          : { icon: CircleCheck, title: 'All caught up!', text: 'No pending approvals at this time.' }
      }
      bulk={
        bulk.rows.length > 0 && <SelectionBar selection={bulk} total={total} onDecide={setDecidingMany} />
      }
      failed={
        query.error instanceof UnexpectedAnswer && (
          <DebugBox raw={query.error.raw} onRetry={() => void query.refetch()} />
        )
      }
    >
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
      {decidingMany && (
        <BulkDecideDialog
          decision={decidingMany}
          requests={bulk.rows}
          onDone={bulk.clear}
          onClose={() => setDecidingMany(null)}
        />
      )}
    </ListPage>
  );
}
