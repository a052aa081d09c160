import type { Payment } from '@crm/contracts/payments/payments.ts';
import { paymentStatuses } from '@crm/events/payments/vocabulary.ts';
import { Banknote } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { failureText } from '../../api/errors.ts';
import { useCommand } from '../../api/useCommand.ts';
import { FilterBar, FilterSelect } from '../../pages/list/FilterBar.tsx';
import { ListPage } from '../../pages/list/ListPage.tsx';
import { useListPage } from '../../pages/list/useListPage.ts';
import { toast } from '../../ui/toast.tsx';
import { useRowAction } from '../../ui/useRowAction.ts';
import { useSavedViews } from '../../views/useSavedViews.tsx';
import { paymentStatusTexts } from '../texts/account.ts';
import { paymentListTexts as texts } from '../texts/list.ts';
import { canRetry, PaymentCard, paymentColumns, whyNotRefund } from './columns.tsx';
import { paymentList, paymentListState, retryAddress } from './queries.ts';

// The form loads zod; the page does not.
const RefundDialog = lazy(async () => ({ default: (await import('./RefundDialog.tsx')).RefundDialog }));

const statuses = [
  { value: 'all', label: texts.allStatuses } as const,
  ...paymentStatuses.map((value) => ({ value, label: paymentStatusTexts[value] })),
];

/** /payments-management: the orders of all organisations. Payments that need attention are among them. */
export function PaymentsPage() {
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const { mutateAsync: tryAgain } = useCommand(retryAddress, ['payments']);
  const retry = useRowAction(
    useCallback(
      ({ _id }: Payment) =>
        tryAgain({ params: { id: _id } }).then(
          () => toast.success(texts.retried),
          (error: unknown) => toast.error(failureText(error, texts.retryFailed)),
        ),
      [tryAgain],
    ),
  );
  const actions = useMemo(() => ({ refund: (payment: Payment) => setRefunding(payment), retry }), [retry]);
  const { list, filter } = useListPage({
    title: texts.title,
    one: texts.one,
    many: texts.many,
    fields: paymentListState,
    query: paymentList,
    columns: useMemo(() => paymentColumns(actions), [actions]),
    row: {
      id: ({ _id }) => _id,
      name: ({ buyer }) => texts.row(buyer.fullName),
      card: (payment) => <PaymentCard payment={payment} actions={actions} />,
      actions: [
        { action: 'refund-payment', label: texts.actions.refund, run: actions.refund, whyNot: whyNotRefund },
        {
          action: 'retry',
          label: texts.actions.retry,
          run: retry.run,
          whyNot: (payment) => (canRetry(payment) ? null : texts.actions.noProblem),
        },
      ],
    },
    views: { of: 'payments', use: useSavedViews },
    hold: refunding !== null,
  });

  return (
    <ListPage
      list={list}
      subtitle={texts.subtitle}
      filters={
        <FilterBar list={list} placeholder={texts.search}>
          <FilterSelect label={texts.status} options={statuses} {...filter('status')} />
        </FilterBar>
      }
      empty={{
        icon: Banknote,
        title: texts.empty,
        text: texts.emptyHint,
        filteredText: texts.emptyFiltered,
      }}
    >
      <Suspense>
        {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />}
      </Suspense>
    </ListPage>
  );
}
