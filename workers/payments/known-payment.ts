import { PaymentId, TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { payments } from '@crm/events/payments/aggregate.ts';
import type { PaymentCommand } from '@crm/events/payments/decide.ts';
import type { PaymentEvent } from '@crm/events/payments/events.ts';
import type { Payment } from '@crm/events/payments/state.ts';
import { paymentStream } from '@crm/events/streams.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { z } from 'zod';

/** The payload of a job about a payment. */
export const PaymentJob = z.object({ id: PaymentId, tenant: TenantId });
export type PaymentJob = z.infer<typeof PaymentJob>;

/** The times of a payment's steps; null for steps that it does not have. */
type PaymentTimes = {
  capturedAt: Date | null;
  /** From when the buyer gets what was paid for: the capture, or the last retry of a grant that had a problem. */
  grantFrom: Date | null;
  grantedAt: Date | null;
};

/** A payment, and the times of its steps. */
export async function loadPayment(
  store: EventStore,
  { id }: PaymentJob,
): Promise<PaymentTimes & { payment: Payment }> {
  const { recorded, events } = await load(store, payments.types, paymentStream(id));
  const lastOf = (...types: PaymentEvent['type'][]) =>
    recorded.findLast(({ type }) => types.some((each) => each === type))?.at ?? null;
  return {
    payment: fold(payments.decider, events),
    capturedAt: lastOf('PaymentCaptured'),
    grantFrom: lastOf('PaymentCaptured', 'PaymentGrantRetried'),
    grantedAt: lastOf('PaymentGranted'),
  };
}

/** Records a result. The decider recognises a repeated one; every refusal here is one of the store. */
export async function recordPayment(
  store: EventStore,
  { id, tenant }: PaymentJob,
  command: PaymentCommand,
): Promise<void> {
  const done = await execute(
    { store },
    {
      aggregate: payments,
      stream: paymentStream(id),
      tenant,
      command,
      ...bySystem('Billing'),
      commandId: newCommandId(),
      creates: false,
    },
  );
  if (isRefused(done)) throw new RetryLater(`A payment was not recorded: ${done.refusal}`);
}
