import { type PaymentEvent, paymentEvents } from '@crm/events/payments/events.ts';
import {
  type ExistingPayment,
  evolve,
  problemOf,
  refundedMinor,
  statusOf,
} from '@crm/events/payments/state.ts';
import type { AttentionReason, PaymentStatus } from '@crm/events/payments/vocabulary.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf, SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type PaymentRow = {
  id: string;
  /** The organisation that pays; a purchase creates it only after the payment. */
  tenant: string;
  status: PaymentStatus;
  /** Null before a payment. */
  paid_at: Date | null;
  attention: AttentionReason | null;
  /** The latest failure of a payment or refund, in the provider's words. */
  problem: string | null;
  /** Of all payments of the order, in minor units. */
  refunded: number;
  /** It came with an imported organisation. */
  imported: boolean;
  /** In lower case: the provider's ids, the buyer, the plan. */
  search: string;
  /** The state of the rules. */
  payment: ExistingPayment;
  created_at: Date;
  updated_at: Date;
};

function foldPayment(row: PaymentRow | null, event: Recorded<PaymentEvent>): PaymentRow | null {
  const payment = evolve(row?.payment ?? { phase: 'none' }, event);
  const status = statusOf(payment);
  if (payment.phase === 'none' || status === null) return row;
  const charges = payment.phase === 'paid' ? payment.charges : [];
  const { order } = payment;
  const { buyer, plan } = order;
  return {
    id: idOf(event.stream),
    tenant: event.meta.tenant,
    status,
    paid_at: row?.paid_at ?? (event.type === 'PaymentCaptured' ? event.at : null),
    attention: payment.phase === 'paid' ? (problemOf(payment)?.reason ?? null) : null,
    problem: problemAfter(row?.problem ?? null, event),
    refunded: charges.reduce((sum, charge) => sum + refundedMinor(charge), 0),
    imported: row?.imported ?? event.meta.imported !== undefined,
    search: [
      order.providerOrderId,
      ...charges.map(({ providerPaymentId }) => providerPaymentId),
      buyer.fullName,
      buyer.email,
      buyer.username,
      plan.terms.name,
    ]
      .join(' ')
      .toLowerCase(),
    payment,
    created_at: row?.created_at ?? event.at,
    updated_at: event.at,
  };
}

/** A failure is shown until something succeeds. */
function problemAfter(before: string | null, event: PaymentEvent): string | null {
  if (event.type === 'PaymentAttemptFailed' || event.type === 'PaymentRefundFailed') return event.data.reason;
  return event.type === 'PaymentNeedsAttention' ? before : null;
}

const payments = table<PaymentRow, PaymentEvent>({
  name: 'payments',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    status: 'text not null',
    paid_at: 'timestamptz',
    attention: 'text',
    problem: 'text',
    refunded: 'bigint not null',
    imported: 'boolean not null',
    search: 'text not null',
    payment: 'jsonb not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  keepsErasedTenants: true,
  indexes: {
    payments_created: '(created_at, id)',
    payments_tenant: '(tenant, created_at, id)',
    payments_status: '(status, created_at)',
  },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldPayment,
  hints: (_before, _after, { stream, meta: { tenant } }) =>
    [SUPER_ADMINS, adminsOf(tenant)].map((room) => ({ room, topic: 'payments', id: idOf(stream) })),
});

/** The orders of all organisations with what became of them. */
export const paymentsProjection = projection({
  name: 'payments',
  version: 5,
  events: paymentEvents,
  tables: [payments],
});
