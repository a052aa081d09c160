import type { Transaction } from '@crm/contracts/payments/payments.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Receipt } from 'lucide-react';
import { useState } from 'react';
import { download, keepFile } from '../../api/download.ts';
import { errorText } from '../../api/errors.ts';
import { formatDateTime } from '../../format/date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { amountOf } from '../amountOf.ts';
import { statusTones } from '../labels.ts';
import { accountTexts, paymentStatusTexts } from '../texts/account.ts';
import { checkoutTexts } from '../texts/checkout.ts';
import { receiptAddress, transactions } from './queries.ts';

const texts = accountTexts.transactions;

/** The sizes of a page; the first one applies at first. */
const LIMITS = [10, 50, 100] as const;

/** The payments of the organisation with their receipts. */
export function TransactionsPanel() {
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState<number>(LIMITS[0]);
  const query = useQuery({ ...transactions(page, limit), placeholderData: keepPreviousData });
  const rows = query.data?.data;
  const { total = 0, totalPages = 1 } = query.data?.pagination ?? {};
  return (
    <Panel title={texts.title}>
      {!rows && query.isError ? (
        <ErrorState title={texts.failed} text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <SkeletonLines count={3} />
      ) : rows.length === 0 ? (
        <EmptyState icon={Receipt} title={texts.none} />
      ) : (
        <>
          <ul className="divide-y">
            {rows.map((transaction) => (
              <Row key={transaction._id} transaction={transaction} />
            ))}
          </ul>
          <div className="flex flex-col gap-2 border-t pt-3">
            <p role="status" className="text-sm text-muted">
              {texts.shown(rows.length, total)}
            </p>
            {total > LIMITS[0] && (
              <Pagination
                page={page}
                totalPages={totalPages}
                onPage={setPage}
                limit={limit}
                limits={LIMITS}
                onLimit={(next) => {
                  setLimit(next);
                  setPage(1);
                }}
              />
            )}
          </div>
        </>
      )}
    </Panel>
  );
}

function Row({ transaction }: { transaction: Transaction }) {
  const { _id: id, planName, billingCycle, currency, refunded, status, paidAt, paymentId } = transaction;
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const got = await download(receiptAddress, { params: { id } }, 'receipt.pdf');
      if (got.kind === 'file') keepFile(got);
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="truncate font-medium">
          {texts.plan(planName, checkoutTexts.cycles[billingCycle])}
        </p>
        <p className="truncate text-sm text-muted">{paidAt && formatDateTime(paidAt)}</p>
      </div>
      <p className="text-right tabular-nums">
        {amountOf(transaction)}
        {refunded > 0 && (
          <span className="block text-xs text-muted">
            {texts.refunded(amountOf({ amount: refunded, currency }))}
          </span>
        )}
      </p>
      <Badge tone={statusTones[status]}>{paymentStatusTexts[status]}</Badge>
      <Button
        size="sm"
        icon={Download}
        busy={busy}
        aria-label={texts.receipt(paymentId ?? id)}
        onClick={() => void save()}
      >
        {texts.receiptLabel}
      </Button>
    </li>
  );
}
