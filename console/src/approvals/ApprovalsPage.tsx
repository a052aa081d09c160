import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { plural } from '../format/count.ts';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { useSelectedRows } from '../pages/list/useSelectedRows.ts';
import { paths } from '../paths.ts';
import { paging } from '../url/codec.ts';
import { UnexpectedAnswer } from './answer.ts';
import { BulkApproveDialog } from './BulkApproveDialog.tsx';
import { ApprovalCard, approvalColumns } from './columns.tsx';
import { DebugBox } from './DebugBox.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import type { Deciding } from './deciding.ts';
import { pendingApprovals } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';

const schema = z.object(paging);
// The maximum is the limit of one bulk call.
const limits = [10, 25, 50, 100, 200];
// A decided or replaced request leaves the list and the selection.
const requestIdOf = (row: PendingApproval) => row.pendingStatusChange.requestId;

const useSelectedRequests = (page: readonly PendingApproval[]) => useSelectedRows(page, requestIdOf);

/** Pending Approvals: status changes that operators requested, for an admin to approve or reject. */
export function ApprovalsPage() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [approvingMany, setApprovingMany] = useState(false);
  const { list, query, bulk } = useListPage({
    title: 'Approvals',
    heading: 'Pending Approvals',
    tab: 'Approvals',
    one: 'request',
    many: 'requests',
    schema,
    query: ({ page, limit }) => pendingApprovals({ page, limit: Math.min(limit, 200) }),
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
    limits,
    hold: deciding !== null || approvingMany,
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
        bulk.rows.length > 0 && (
          <SelectionBar
            count={bulk.rows.length}
            onClear={bulk.clear}
            onApprove={() => setApprovingMany(true)}
          />
        )
      }
      empty={{ icon: CircleCheck, title: 'All caught up!', text: 'No pending approvals at this time.' }}
      failed={
        query.error instanceof UnexpectedAnswer && (
          <DebugBox raw={query.error.raw} onRetry={() => void query.refetch()} />
        )
      }
    >
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
      {approvingMany && (
        <BulkApproveDialog requests={bulk.rows} onDone={bulk.clear} onClose={() => setApprovingMany(false)} />
      )}
    </ListPage>
  );
}
