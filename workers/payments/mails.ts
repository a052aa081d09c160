import { derivedId } from '@crm/events/derived-ids.ts';
import { moneyText } from '@crm/events/language/money.ts';
import { type AnyJob, job } from '@crm/platform/jobs/job.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { FIRST_LINK_DAYS, firstLinkEnd, mailLink } from '../auth/password-link.ts';
import { enqueueMail } from '../mail/queue.ts';
import { receiptMail } from '../mail/templates/receipt.ts';
import { welcomeMail } from '../mail/templates/welcome.ts';
import { purchasedAdmin } from './grant.ts';
import { loadPayment, PaymentJob } from './known-payment.ts';

export const MAIL_WELCOME = { name: 'mail-welcome', payload: PaymentJob, attempts: 8 };
export const MAIL_RECEIPT = { name: 'mail-receipt', payload: PaymentJob, attempts: 8 };

/** Mails the new admin of a purchase a link that sets the first password. */
export const mailWelcome = (publicUrl: string, seal: Seal): AnyJob =>
  job({
    ...MAIL_WELCOME,
    async run({ id, tenant }, context) {
      const { payment, grantedAt } = await loadPayment(context.store, { id, tenant });
      if (payment.phase !== 'paid' || payment.order.purpose !== 'purchase' || !grantedAt) return;
      await mailLink({ publicUrl, seal }, context, {
        id: derivedId(id, 'welcome'),
        tenant,
        user: purchasedAdmin(id),
        requestedAt: grantedAt,
        expiresAt: firstLinkEnd(grantedAt),
        actor: 'Billing',
        template: 'welcome',
        write: ({ name, details: { email } }, url) =>
          welcomeMail({ name, email, plan: payment.order.plan.terms.name, validDays: FIRST_LINK_DAYS, url }),
      });
    },
  });

/** Mails the buyer a receipt. */
export const mailReceipt = (publicUrl: string): AnyJob =>
  job({
    ...MAIL_RECEIPT,
    async run({ id, tenant }, { store, pools, cause }) {
      const { payment, capturedAt } = await loadPayment(store, { id, tenant });
      if (payment.phase !== 'paid' || !capturedAt) return;
      const { order, charges } = payment;
      const { amount, providerPaymentId } = charges[0];
      const content = receiptMail({
        name: order.buyer.fullName,
        plan: order.plan.terms.name,
        amount: moneyText(amount),
        billingCycle: order.plan.terms.billingCycle,
        paidAt: capturedAt,
        order: order.providerOrderId,
        payment: providerPaymentId,
        isTest: order.isTest,
        url: `${publicUrl}/profile`,
      });
      await inTransaction(pools.commands, (tx) =>
        enqueueMail(tx, {
          id: derivedId(id, 'receipt'),
          tenant,
          template: 'receipt',
          about: id,
          watcher: null,
          at: capturedAt,
          recipient: order.buyer.email,
          content: { ...content, attachments: [] },
          cause,
        }),
      );
    },
  });
