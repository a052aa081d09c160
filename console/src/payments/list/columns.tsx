import type { Payment } from '@crm/contracts/payments/payments.ts';
import { attentionTexts } from '@crm/events/payments/texts.ts';
import { Ellipsis, RefreshCw, Undo2 } from 'lucide-react';
import { keysOf } from '../../keys/keymap.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Day } from '../../ui/Day.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { RowRun } from '../../ui/useRowAction.ts';
import { amountOf } from '../amountOf.ts';
import { statusTones } from '../labels.ts';
import { paymentStatusTexts } from '../texts/account.ts';
import { paymentListTexts as texts } from '../texts/list.ts';

type Row = { payment: Payment };
export type PaymentActions = { refund: (payment: Payment) => void; retry: RowRun<Payment> };

const isRefundable = ({ status }: Payment) => status === 'granted' || status === 'needs_attention';
/** Why a payment cannot be refunded; null when it can. */
export function whyNotRefund(payment: Payment): string | null {
  if (!isRefundable(payment)) return texts.actions.notPossible;
  return payment.imported ? texts.actions.imported : null;
}
/** A wrong amount or a second payment can only be refunded. */
export const canRetry = ({ status, attention }: Payment) =>
  status === 'paid' || (attention !== null && attention !== 'amount-differs' && attention !== 'paid-twice');

export function paymentColumns(actions: PaymentActions): Column<Payment>[] {
  return [
    {
      id: 'buyer',
      header: texts.columns.buyer,
      width: 13,
      cell: (payment, dense) => <Buyer payment={payment} dense={dense} />,
    },
    {
      id: 'plan',
      header: texts.columns.plan,
      width: 9,
      cell: (payment, dense) => <Two first={payment.planName} second={purposeOf(payment)} dense={dense} />,
    },
    { id: 'amount', header: texts.columns.amount, width: 7, align: 'right', cell: amountOf },
    {
      id: 'status',
      header: texts.columns.status,
      width: 12,
      cell: (payment, dense) => <Status payment={payment} dense={dense} />,
    },
    {
      id: 'created',
      header: texts.columns.created,
      width: 7.5,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      id: 'ids',
      header: texts.columns.ids,
      width: 14,
      cell: ({ orderId, paymentId }, dense) => (
        <Two first={orderId} second={paymentId ?? texts.noPayment} dense={dense} />
      ),
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      width: 5,
      cell: (payment) => <Actions payment={payment} actions={actions} />,
    },
  ];
}

const purposeOf = ({ purpose }: Payment) => texts.purposes[purpose];

function Two({ first, second, dense }: { first: string; second: string; dense: boolean }) {
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'} title={`${first} · ${second}`}>
      <span dir="auto" className="truncate">
        {first}
      </span>
      {!dense && <span className="truncate text-xs text-muted">{second}</span>}
    </div>
  );
}

const Buyer = ({ payment: { buyer, organizationName }, dense }: Row & { dense: boolean }) => (
  <Two
    first={buyer.fullName}
    second={[buyer.email, organizationName].filter(Boolean).join(' · ')}
    dense={dense}
  />
);

/** The status, and why it needs attention or failed. */
function Status({ payment: { status, attention, problem }, dense }: Row & { dense: boolean }) {
  const why = attention ? attentionTexts[attention] : problem;
  return (
    <div className="flex min-w-0 flex-col items-start" title={why ?? undefined}>
      <Badge tone={statusTones[status]}>{paymentStatusTexts[status]}</Badge>
      {why && !dense && <span className="w-full truncate text-xs text-muted">{why}</span>}
    </div>
  );
}

function Actions({ payment, actions }: Row & { actions: PaymentActions }) {
  if (!isRefundable(payment) && !canRetry(payment)) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton icon={Ellipsis} label={texts.actions.more(payment.buyer.fullName)} className="-my-1" />
      }
    >
      {canRetry(payment) && (
        <MenuItem
          icon={RefreshCw}
          keys={keysOf('retry')}
          disabled={actions.retry.isRunning(payment)}
          onSelect={() => actions.retry.run(payment)}
        >
          {texts.actions.retry}
        </MenuItem>
      )}
      {isRefundable(payment) && (
        <MenuItem
          danger
          whyDisabled={whyNotRefund(payment)}
          icon={Undo2}
          keys={keysOf('refund-payment')}
          onSelect={() => actions.refund(payment)}
        >
          {texts.actions.refund}
        </MenuItem>
      )}
    </Menu>
  );
}

/** A payment on a phone. */
export function PaymentCard({ payment, actions }: Row & { actions: PaymentActions }) {
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <Buyer payment={payment} dense={false} />
        <span className="shrink-0 tabular-nums">{amountOf(payment)}</span>
      </div>
      <Two first={payment.planName} second={purposeOf(payment)} dense={false} />
      <Status payment={payment} dense={false} />
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <span className="min-w-0 truncate text-xs text-muted">{payment.orderId}</span>
        <Actions payment={payment} actions={actions} />
      </div>
    </article>
  );
}
