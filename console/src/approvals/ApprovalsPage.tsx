import type { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import type { RowAction } from '../keys/RowKeys.tsx';
import { filterOffers, filterOperators, withCurrent } from '../pages/list/choices.ts';
import { FilterBar, FilterSelect } from '../pages/list/FilterBar.tsx';
import { ListPage } from '../pages/list/ListPage.tsx';
import { useListPage } from '../pages/list/useListPage.ts';
import { paths } from '../paths.ts';
import { dialogOnDemand } from '../ui/dialogOnDemand.tsx';
import { useSavedViews } from '../views/useSavedViews.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { UnexpectedAnswer } from './answer.ts';
import { approvalColumns } from './columns.tsx';
import type { Deciding, Decision } from './decisions.ts';
import {
  type ApprovalListState,
  ageOptions,
  approvalListState,
  queryOf,
  requestedOptions,
} from './filters.ts';
import { pendingApprovals } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { approvalTexts } from './texts.ts';
import { requestIdOf, type SelectedRequests, useSelectedRequests } from './useSelectedRequests.ts';

// For an answer that only a bug of the server sends.
const DebugBox = lazy(async () => ({ default: (await import('./DebugBox.tsx')).DebugBox }));
const DecideDialog = dialogOnDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog);
const BulkDecideDialog = dialogOnDemand(
  async () => (await import('./BulkDecideDialog.tsx')).BulkDecideDialog,
);

/** `requests`: those selected when the dialog was asked for. Decided ones leave the page while it still shows their results. */
type DecidingMany = { decision: Decision; requests: readonly PendingApproval[] };

const { page: texts, filters: filterTexts } = approvalTexts;

/** The selection of a user who decides requests; null for others. */
function useDecidable(rows: readonly PendingApproval[], state: ApprovalListState): SelectedRequests | null {
  const selected = useSelectedRequests(rows, state);
  return can(useCurrentUser(), 'decide-requests') ? selected : null;
}

const decisionKeys = (decide: (deciding: Deciding) => void): RowAction<PendingApproval>[] =>
  (['approve', 'reject'] as const).map((decision) => ({
    action: decision,
    label: approvalTexts[decision].button,
    orFirst: true,
    run: (request) => decide({ decision, request }),
  }));

/** Pending Approvals: status changes that operators requested, for an admin to approve or reject. */
export function ApprovalsPage() {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [decidingMany, setDecidingMany] = useState<DecidingMany | null>(null);
  const decides = can(useCurrentUser(), 'decide-requests');
  const { list, filter, query, bulk } = useListPage({
    title: texts.title,
    heading: texts.heading,
    tab: texts.title,
    one: texts.one,
    many: texts.many,
    fields: approvalListState,
    query: (state) => pendingApprovals(queryOf(state)),
    columns: useMemo(() => approvalColumns(setDeciding), []),
    row: {
      id: requestIdOf,
      name: (row) => texts.row(row.orderId),
      card: (row) => <ApprovalCard row={row} onDecide={setDeciding} />,
      actions: [
        { action: 'open', label: texts.openLead, to: ({ _id }) => paths.leads.one(_id) },
        ...(decides ? decisionKeys(setDeciding) : []),
      ],
    },
    useBulk: useDecidable,
    views: { of: 'approvals', use: useSavedViews },
    hold: deciding !== null || decidingMany !== null,
    oneHeight: true,
  });
  const total = query.data?.pagination.total ?? 0;
  const operators = useQuery(filterOperators);
  const offers = useQuery(filterOffers);

  /** A select of a lead's operator or offer. */
  function selectOne(field: 'operator' | 'product', all: string, named: typeof offers.data) {
    const { value, onChange } = filter(field);
    const options = [{ value: 'all', label: all }, ...withCurrent(named, value, ['all'])];
    return <FilterSelect label={filterTexts[field]} options={options} value={value} onChange={onChange} />;
  }

  return (
    <ListPage
      list={list}
      subtitle={total > 0 && texts.waiting(total)}
      filters={
        <FilterBar
          list={list}
          placeholder={texts.search}
          choices={{ [filterTexts.operator]: operators, [filterTexts.product]: offers }}
        >
          {selectOne('operator', filterTexts.allOperators, operators.data)}
          <FilterSelect label={filterTexts.requested} options={requestedOptions} {...filter('requested')} />
          {selectOne('product', filterTexts.allProducts, offers.data)}
          <FilterSelect label={filterTexts.age} options={ageOptions} {...filter('age')} />
        </FilterBar>
      }
      empty={list.filtered ? { icon: CircleCheck } : { icon: CircleCheck, ...texts.empty }}
      bulk={
        bulk &&
        bulk.rows.length > 0 && (
          <SelectionBar
            selection={bulk}
            total={total}
            onDecide={(decision) => setDecidingMany({ decision, requests: bulk.rows })}
          />
        )
      }
      failed={
        query.error instanceof UnexpectedAnswer && (
          <Suspense>
            <DebugBox raw={query.error.raw} onRetry={() => void query.refetch()} />
          </Suspense>
        )
      }
    >
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
      {decidingMany && bulk && (
        <BulkDecideDialog {...decidingMany} onDone={bulk.clear} onClose={() => setDecidingMany(null)} />
      )}
    </ListPage>
  );
}
