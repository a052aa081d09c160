import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const text = z.string().max(500);
const minor = z.int({ error: 'Must be a whole number of minor units' }).min(0).max(Number.MAX_SAFE_INTEGER);

/** A payment as the provider reports it; further fields are ignored. */
const PaymentEntity = z.object({
  entity: z.object({
    id: text,
    order_id: text.nullish(),
    amount: minor,
    currency: text,
    error_description: text.nullish(),
    /** False when the provider returns money that it never took: nothing was paid. */
    captured: z.boolean().nullish(),
  }),
});
const RefundEntity = z.object({
  entity: z.object({ id: text, payment_id: text, amount: minor, currency: text }),
});

const report = <Event extends string, Payload extends z.ZodType>(event: Event, payload: Payload) =>
  z.object({ event: z.literal(event), payload });

/** The reports that have an effect. */
export const WebhookReport = z.discriminatedUnion('event', [
  report('payment.captured', z.object({ payment: PaymentEntity })),
  report('order.paid', z.object({ payment: PaymentEntity })),
  report('payment.failed', z.object({ payment: PaymentEntity })),
  report('refund.processed', z.object({ refund: RefundEntity, payment: PaymentEntity })),
  report('refund.failed', z.object({ refund: RefundEntity, payment: PaymentEntity })),
]);
export type WebhookReport = z.infer<typeof WebhookReport>;

/** Whether an event's report has an effect; others are answered and ignored. */
export const isReported = (event: string): event is WebhookReport['event'] => reported.has(event);
const reported: ReadonlySet<string> = new Set(WebhookReport.options.map(({ shape }) => shape.event.value));

/** The provider's reports, signed over the raw body. They arrive at least once and in any order. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/razorpay/webhook',
  /** The payload of a report with an effect is checked by WebhookReport. */
  body: z.looseObject({ event: text }),
  data: z.object({ result: z.enum(['recorded', 'ignored', 'unknown-order']) }),
  ignoresIdempotencyKey: true,
});
