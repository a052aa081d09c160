import { isReported, paymentWebhook, WebhookReport } from '@crm/contracts/payments/webhook.ts';
import type { PaymentCommand } from '@crm/events/payments/decide.ts';
import { isRefused, type Result, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { hmacSha256 } from '@crm/platform/http/signature.ts';
import { moneyOf, type PaymentProvider } from '@crm/platform/payments/provider.ts';
import type { z } from 'zod';
import type { CommandDeclaration } from '../handle/command.ts';
import { orderOf, record } from './record.ts';

/**
 * Records the provider's reports: each has its effect once, however often and in whatever order they arrive. Reports about
 * unknown orders are answered with success: another system may use the same account, and the provider switches a webhook off
 * that keeps failing.
 */
export const webhook =
  (provider: PaymentProvider): CommandDeclaration =>
  (deps) =>
    route(
      paymentWebhook,
      {
        credential: 'signature',
        sender: 'payment provider',
        header: 'X-Razorpay-Signature',
        verify: hmacSha256(provider.webhookSecret),
      },
      async ({ body, caller, origin }): Promise<Result> => {
        if (!isReported(body.event)) return answer('ignored');
        const report = WebhookReport.safeParse(body);
        if (!report.success) return refused('bad-input', { errors: errorsOf(report.error) });
        if (isReturnedAttempt(report.data)) return answer('ignored');
        const { orderId, command } = effectOf(report.data);
        const order = orderId && command ? await orderOf(deps.store, orderId) : null;
        if (!order || !command) return answer('unknown-order');
        const done = await record(deps, order, command, { caller, origin });
        // A refund of a payment that was never reported: the payment's own report may still come.
        if (isRefused(done)) return done;
        return answer('recorded');
      },
    );

/** By the path of each field: 'payload.payment.entity.amount'. */
const errorsOf = ({ issues }: z.ZodError) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));

const answer = (result: 'recorded' | 'ignored' | 'unknown-order'): Result => ({
  kind: 'done',
  data: { result },
});

/**
 * Whether a report is about an attempt that was never captured, such as the second of two for one order: the provider
 * returns its money by itself.
 */
const isReturnedAttempt = ({ event, payload }: WebhookReport) =>
  event === 'refund.processed' && payload.payment.entity.captured === false;

/** The order of a report, and its command; null for an amount in a currency that no order has. */
function effectOf(report: WebhookReport): { orderId: string | null; command: PaymentCommand | null } {
  const { entity: payment } = report.payload.payment;
  const orderId = payment.order_id ?? null;
  const providerPaymentId = payment.id;
  switch (report.event) {
    case 'payment.captured':
    case 'order.paid': {
      const amount = moneyOf(payment);
      return {
        orderId,
        command: amount && { type: 'RecordCapture', providerPaymentId, amount, source: 'webhook' },
      };
    }
    case 'payment.failed': {
      const reason = payment.error_description || 'The provider gave no reason';
      return { orderId, command: { type: 'RecordFailedAttempt', providerPaymentId, reason } };
    }
    case 'refund.processed': {
      const { id: refundId, ...refund } = report.payload.refund.entity;
      const amount = moneyOf(refund);
      return { orderId, command: amount && { type: 'RecordRefund', providerPaymentId, refundId, amount } };
    }
    case 'refund.failed': {
      const reason = 'The provider could not refund the payment';
      const { id: refundId } = report.payload.refund.entity;
      return { orderId, command: { type: 'RecordFailedRefund', providerPaymentId, refundId, reason } };
    }
    default:
      return report satisfies never;
  }
}
