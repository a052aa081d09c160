import { paymentIdOf } from '@crm/events/derived-ids.ts';
import type { PaymentId, TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { payments } from '@crm/events/payments/aggregate.ts';
import type { PaymentCommand } from '@crm/events/payments/decide.ts';
import type { Payment } from '@crm/events/payments/state.ts';
import { paymentStream } from '@crm/events/streams.ts';
import { actorOf, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import type { Caller, RequestOrigin } from '@crm/platform/http/caller.ts';
import type { Deps } from '../handle/deps.ts';

/** An order by the provider's id, with the organisation that it belongs to; null for an unknown one. */
export type KnownOrder = {
  id: PaymentId;
  tenant: TenantId;
  payment: Payment;
  /** Of its last event. */
  position: Position | null;
};

export async function orderOf(store: EventStore, providerOrderId: string): Promise<KnownOrder | null> {
  const id = paymentIdOf(providerOrderId);
  const { tenant, events, recorded } = await load(store, payments.types, paymentStream(id));
  if (tenant === null) return null;
  const position = recorded.at(-1)?.position ?? null;
  return { id, tenant, payment: fold(payments.decider, events), position };
}

/**
 * Records a report about an order. The decider recognises a repeated one. It is not guarded by the caller's access: what
 * the provider reports has happened.
 */
export const record = (
  deps: Pick<Deps, 'store'>,
  { id, tenant }: Pick<KnownOrder, 'id' | 'tenant'>,
  command: PaymentCommand,
  { caller, origin }: { caller: Caller; origin: RequestOrigin },
) =>
  execute(deps, {
    aggregate: payments,
    stream: paymentStream(id),
    tenant,
    command,
    actor: actorOf(caller),
    origin,
    commandId: newCommandId(),
    creates: false,
  });
