import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { tableState } from '../api/tableState.ts';
import { plural } from '../format/count.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { paging } from '../url/codec.ts';
import { useLastPage } from '../url/useLastPage.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { UnexpectedAnswer } from './answer.ts';
import { BulkApproveDialog } from './BulkApproveDialog.tsx';
import { ApprovalCard, approvalColumns } from './columns.tsx';
import { DebugBox } from './DebugBox.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import { DecideKeys } from './DecideKeys.tsx';
import type { Deciding } from './deciding.ts';
import { pendingApprovals } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';

const pageUrl = z.object(paging);
// The maximum is the limit of one bulk call.
const limits = [10, 25, 50, 100, 200];
const requestIdOf = (row: PendingApproval) => row.pendingStatusChange.requestId;

/** Pending Approvals: status changes that operators requested, for an admin to approve or reject. */
export function ApprovalsPage() {
  useTitle('Approvals');
  const [url, setUrl] = useUrlState(pageUrl);
  const query = useQuery(pendingApprovals({ page: url.page, limit: Math.min(url.limit, 200) }));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [approvingMany, setApprovingMany] = useState(false);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string | null>(null);
  const columns = useMemo(() => approvalColumns(setDeciding), []);
  useLastPage(url.page, query, (page) => setUrl({ page }, { replace: true }));

  const rows = query.data?.data ?? [];
  // Selected by request id: a decided or replaced request leaves the selection.
  const chosen = rows.filter((row) => chosenIds.has(requestIdOf(row)));
  const { total, totalPages } = query.data?.pagination ?? { total: 0, totalPages: 1 };

  return (
    <div className="flex flex-col gap-3 md:h-full">
      <PageHeader
        title="Pending Approvals"
        {...(total > 0 && {
          subtitle: plural(total, {
            one: '# status change waits for a decision',
            other: '# status changes wait for a decision',
          }),
        })}
      />
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          onClear={() => setChosenIds(new Set())}
          onApprove={() => setApprovingMany(true)}
        />
      )}
      {query.error instanceof UnexpectedAnswer ? (
        <DebugBox raw={query.error.raw} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label="Pending approvals"
          columns={columns}
          state={tableState<PendingApproval>(query)}
          rowId={requestIdOf}
          rowName={(row) => `order ${row.orderId}`}
          list={`${url.page} ${url.limit}`}
          newRows={(count) => plural(count, { one: '# new request', other: '# new requests' })}
          cursor={{ id: current, onMove: setCurrent }}
          keys={(shown) => <DecideKeys rows={shown} current={current} onDecide={setDeciding} />}
          selection={{
            ids: chosenIds,
            onSelect: (changed, selected) => {
              const next = new Set(chosenIds);
              for (const id of changed.map(requestIdOf)) {
                if (selected) next.add(id);
                else next.delete(id);
              }
              setChosenIds(next);
            },
          }}
          card={(row) => <ApprovalCard row={row} onDecide={setDeciding} />}
          empty={
            <EmptyState icon={CircleCheck} title="All caught up!" text="No pending approvals at this time." />
          }
        />
      )}
      {totalPages > 1 && (
        <Pagination
          page={url.page}
          totalPages={totalPages}
          onPage={(page) => setUrl({ page })}
          limit={url.limit}
          limits={limits}
          onLimit={(limit) => setUrl({ limit })}
        />
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
      {approvingMany && (
        <BulkApproveDialog
          requests={chosen}
          onDone={() => setChosenIds(new Set())}
          onClose={() => setApprovingMany(false)}
        />
      )}
    </div>
  );
}
