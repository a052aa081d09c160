import { setTimeout as sleep } from 'node:timers/promises';
import type { LeadsHandOver } from '@crm/contracts/users/hand-over.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { handOverBatchId } from '@crm/events/leads/hand-over.ts';
import { batchStream } from '@crm/events/streams.ts';
import type { LeadsHandOver as Decided } from '@crm/events/users/decide.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import type { CommandId } from '@crm/platform/commands/envelope.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import type { Lookups } from '../handle/lookups.ts';
import { operatorOf } from '../leads/assign.ts';

/** Looks up the operators who receive the leads of `leaving`; refuses one who is not active. */
export async function handOverOf(
  lookups: Lookups,
  { tenant, leaving }: { tenant: TenantId; leaving: UserId },
  { leads, operatorIds = [] }: LeadsHandOver,
): Promise<Decided | Refused> {
  if (!leads) return null;
  if (leads === 'unassign') return [];
  const operators: OperatorRef[] = [];
  for (const id of new Set(operatorIds)) {
    if (id === leaving) return refused('bad-input', { errors: { operatorIds: 'Select other operators' } });
    const operator = await operatorOf(lookups, tenant, id);
    if (isRefused(operator)) return { ...operator, errors: { operatorIds: 'Operator not found' } };
    operators.push(operator);
  }
  return operators;
}

const hasDecided = (events: readonly UserEvent[]) =>
  events.some(({ type }) => type === 'UserLeadsHandedOver');

/** The maximum time that a call waits for its batch. The batch follows also later (workers/leads/hand-over/start.ts). */
const STARTED_WITHIN_MS = 2_000;

/**
 * Waits until the batch of the answer exists, so that the caller can read it.
 *
 * @returns the position of the batch's first event; null if there is no batch, or not yet
 */
export async function waitForHandOver(
  store: EventStore,
  commandId: CommandId,
  events: readonly UserEvent[],
): Promise<Position | null> {
  if (!hasDecided(events)) return null;
  const stream = batchStream(handOverBatchId(commandId.id));
  const until = performance.now() + STARTED_WITHIN_MS;
  for (let pause = 10; performance.now() < until; pause *= 2) {
    const [first] = await store.readStream(stream, { limit: 1 });
    if (first) return first.position;
    await sleep(pause);
  }
  return null;
}

/** The part of the answer that names the batch. */
export const handOverData = (commandId: CommandId, events: readonly UserEvent[]) =>
  hasDecided(events) ? { batchId: handOverBatchId(commandId.id) } : {};
