import { derivedId } from '@crm/events/derived-ids.ts';
import { UserId } from '@crm/events/ids.ts';
import { isGrantDue, type PaidPayment, type Payment } from '@crm/events/payments/state.ts';
import type { AttentionReason } from '@crm/events/payments/vocabulary.ts';
import { subscriptionStream, tenantStream, userStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused, type Refused } from '@crm/platform/http/result.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { loadPayment, PaymentJob, recordPayment } from './known-payment.ts';

type Problem = Exclude<AttentionReason, 'paid-twice'>;

/** The id of the admin that a purchase creates. */
export const purchasedAdmin = (id: PaymentJob['id']): UserId => UserId.parse(derivedId(id, 'admin'));

/**
 * Gives the buyer what was paid for: a purchase creates the admin, the organisation and its subscription; a renewal
 * continues a subscription. Each step recognises that it was done, so a killed process's job is repeated as a whole. The
 * admin is first, because only that step may be refused: another account may have got the email since the order.
 */
export const grantPayment = job({
  name: 'grant-payment',
  payload: PaymentJob,
  attempts: 12,
  async run(of, { store, forgetLookup, log }) {
    const { payment, grantFrom } = await loadPayment(store, of);
    const due = isGrantDue(payment) ? payment : await begunBeforeRefund(store, of, payment);
    if (due === null || grantFrom === null) return;
    const problem = await grant({ store, forgetLookup }, of, due, grantFrom);
    if (problem) log.warn({ payment: of.id, problem }, 'A paid order could not be granted');
    await recordPayment(
      store,
      of,
      problem ? { type: 'RecordGrantProblem', reason: problem } : { type: 'RecordGrant' },
    );
  },
});

/**
 * The payment of a grant that was interrupted and whose refund came before the next run; null if nothing was granted. The
 * grant is completed, so that it is taken back as a whole (end-refunded.ts): an organisation without a subscription works
 * without limits.
 */
async function begunBeforeRefund(
  store: EventStore,
  { id, tenant }: PaymentJob,
  payment: Payment,
): Promise<PaidPayment | null> {
  if (payment.phase !== 'paid' || payment.grant.kind !== 'due') return null;
  const { order, charges } = payment;
  if (order.purpose === 'purchase') {
    const admin = userStream(purchasedAdmin(id));
    return (await store.existing([admin])).has(admin) ? payment : null;
  }
  const { events } = await load(store, subscriptions.types, subscriptionStream(tenant));
  const { providerPaymentId } = charges[0];
  const isPaid = events.some(({ data }) => 'paymentId' in data && data.paymentId === providerPaymentId);
  return isPaid ? payment : null;
}

async function grant(
  deps: CommandDependencies,
  { id, tenant }: PaymentJob,
  { order, charges }: PaidPayment,
  grantFrom: Date,
): Promise<Problem | null> {
  const step = (name: string) => ({
    tenant,
    ...bySystem('Billing'),
    commandId: keyedCommandId(derivedId(id, name)),
  });
  if ((await readTenantState(deps.store, tenant)).phase === 'deleted') return 'organisation-deleted';

  if (order.purpose === 'purchase') {
    const { fullName, username, email } = order.buyer;
    const admin = await execute(deps, {
      ...step('create admin'),
      aggregate: users,
      stream: userStream(purchasedAdmin(id)),
      command: {
        type: 'CreateUser',
        details: {
          username,
          email,
          fullName,
          phone: null,
          role: 'admin',
          department: null,
          notes: null,
          isActive: true,
          canSeeLeadsOfAllOperators: false,
        },
        boughtOrganization: fullName,
      },
      creates: true,
    });
    if (isRefused(admin)) return admin.refusal === 'email-taken' ? 'email-taken' : tryAgain(admin);
    const organisation = await execute(deps, {
      ...step('create organisation'),
      aggregate: tenants,
      stream: tenantStream(tenant),
      // The admin renames it under Organization Settings.
      command: { type: 'CreateTenant', organizationName: fullName },
      creates: true,
    });
    // It exists if the new admin was invited again before this step.
    if (isRefused(organisation) && organisation.refusal !== 'tenant-exists') return tryAgain(organisation);
  }
  const subscription = await execute(deps, {
    ...step('pay subscription'),
    aggregate: subscriptions,
    stream: subscriptionStream(tenant),
    command: {
      type: 'PaySubscription',
      plan: order.plan,
      paymentId: charges[0].providerPaymentId,
      at: grantFrom,
    },
    creates: false,
  });
  if (!isRefused(subscription)) return null;
  return subscription.refusal === 'subscription-end-late' ? 'end-too-late' : tryAgain(subscription);
}

/** The queue repeats the job. */
function tryAgain({ refusal }: Refused): never {
  throw new RetryLater(`A grant was interrupted: ${refusal}`);
}
