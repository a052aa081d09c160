import type { CheckoutOrder } from '@crm/contracts/payments/checkout.ts';
import { paymentIdOf } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import type { PaymentId, TenantId } from '@crm/events/ids.ts';
import { payments } from '@crm/events/payments/aggregate.ts';
import { type Buyer, PaymentOrder, withTestMode } from '@crm/events/payments/events.ts';
import type { PaymentPurpose } from '@crm/events/payments/vocabulary.ts';
import { paymentStream } from '@crm/events/streams.ts';
import type { SoldPlan } from '@crm/events/subscriptions/events.ts';
import type { Guard } from '@crm/platform/access/access.ts';
import type { CommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import type { PaymentProvider } from '@crm/platform/payments/provider.ts';
import type { Pool } from 'pg';
import type { Deps } from '../handle/deps.ts';
import { askingProvider } from './provider-refusals.ts';

type Ordered = { purpose: PaymentPurpose; buyer: Buyer; plan: SoldPlan };

type Placing = {
  commandId: CommandId;
  actor: Actor;
  origin: RequestOrigin;
  guard: Guard;
  /** Checks a new call. Nothing is checked again when a call is repeated. */
  order: () => Promise<Ordered | Refused>;
  tenantOf: (payment: PaymentId) => TenantId;
};

/**
 * Opens the calls that create an order at the provider, then record it. When the process dies in between, the order stays
 * unpaid: no browser knows its id. A repeat of the call gets the same order.
 */
export function orderPlacer(deps: Deps, provider: PaymentProvider) {
  /** Calls that wait for the provider: a double click waits for the first one. */
  const placing = new Map<string, Promise<PaymentOrder | Refused>>();

  return async (call: Placing): Promise<Result<CheckoutOrder>> => {
    const { id, requestHash } = call.commandId;
    const key = `${id} ${requestHash}`;
    const placed = placing.get(key) ?? place(deps, provider, call).finally(() => placing.delete(key));
    placing.set(key, placed);
    const order = await placed;
    return isRefused(order) ? order : recorded(deps, provider, call, order);
  };
}

/** The order at the provider: that of an earlier call under the same key, or a new one. */
async function place(
  deps: Deps,
  provider: PaymentProvider,
  { commandId, order, tenantOf }: Placing,
): Promise<PaymentOrder | Refused> {
  const before = await placedBefore(deps.commandPool, commandId);
  if (before) return before;
  const ordered = await order();
  if (isRefused(ordered)) return ordered;
  const { plan, buyer } = ordered;
  const { minor: amount, currency } = plan.terms.price;
  if (amount === 0) return refused('plan-free');
  const atProvider = await askingProvider(() =>
    provider.createOrder({ amount, currency, receipt: commandId.id, notes: { planId: plan.id, ...buyer } }),
  );
  if (isRefused(atProvider)) return atProvider;
  const fresh = {
    ...ordered,
    providerOrderId: atProvider.id,
    amount: plan.terms.price,
    isTest: provider.standIn !== null,
  };
  return remember(deps.commandPool, commandId, tenantOf(paymentIdOf(atProvider.id)), fresh);
}

async function recorded(
  deps: Deps,
  { key, standIn }: PaymentProvider,
  { commandId, actor, origin, guard, tenantOf }: Placing,
  placed: PaymentOrder,
): Promise<Result<CheckoutOrder>> {
  const payment = paymentIdOf(placed.providerOrderId);
  const done = await execute(deps, {
    aggregate: payments,
    stream: paymentStream(payment),
    tenant: tenantOf(payment),
    command: { type: 'CreatePaymentOrder', order: placed },
    actor,
    origin,
    guard,
    commandId,
    creates: true,
  });
  if (isRefused(done)) return done;
  const { providerOrderId: id, amount } = placed;
  return {
    kind: 'done',
    status: 201,
    position: done.position,
    data: { id, amount: amount.minor, currency: amount.currency, key, isTest: standIn !== null },
  };
}

type Row = { request_hash: string; placed: unknown };

/** An older program may have placed it, without its mode. */
const orderOf = ({ request_hash, placed }: Row, { requestHash }: CommandId) =>
  request_hash === requestHash ? PaymentOrder.parse(withTestMode(placed)) : refused('key-reused');

/** The order of an earlier call under the same key. By the primary key. */
async function placedBefore(pool: Pool, commandId: CommandId): Promise<PaymentOrder | Refused | null> {
  if (!commandId.keyed) return null;
  const { rows } = await pool.query<Row>(
    '/* every tenant: by its command */ select request_hash, placed from payment_orders where command_id = $1',
    [commandId.id],
  );
  return rows[0] ? orderOf(rows[0], commandId) : null;
}

/** Of two concurrent calls under one key, the order of the first is used for both. */
async function remember(
  pool: Pool,
  commandId: CommandId,
  tenant: TenantId,
  order: PaymentOrder,
): Promise<PaymentOrder | Refused> {
  if (!commandId.keyed) return order;
  await pool.query(
    `insert into payment_orders (command_id, tenant, request_hash, placed) values ($1, $2, $3, $4)
     on conflict (command_id) do nothing`,
    [commandId.id, tenant, commandId.requestHash, order],
  );
  return (await placedBefore(pool, commandId)) ?? order;
}
