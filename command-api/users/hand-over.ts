import type { LeadsHandOver } from '@crm/contracts/users/hand-over.ts';
import { derivedId, type TenantId, type UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { HAND_OVER, type HandOverTask } from '@crm/events/leads/hand-over.ts';
import type { LeadsHandOver as Decided } from '@crm/events/users/decide.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import type { Guard } from '@crm/platform/access/access.ts';
import { startBatch } from '@crm/platform/batches/start.ts';
import { actorOf, type CommandId } from '@crm/platform/commands/envelope.ts';
import { type Position, StoreUnavailable } from '@crm/platform/event-store/port.ts';
import type { Origin, SignedInCaller } from '@crm/platform/http/caller.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import type { Deps } from '../handle/deps.ts';
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

const batchIdOf = (commandId: CommandId) => derivedId(commandId.id, 'hand-over');
const decisionIn = (events: readonly UserEvent[]) =>
  events.find((event) => event.type === 'UserLeadsHandedOver');

type HandOverRequest = {
  params: { id: string };
  caller: SignedInCaller;
  origin: Origin;
  guard: Guard;
  commandId: CommandId;
};

/**
 * Starts the batch that hands the leads over (workers/leads/hand-over), if the command decided so. The batch reads the
 * leads after this event, so it also finds those that were assigned meanwhile.
 *
 * @returns the position of the batch's first event; null if there is no batch
 */
export async function startHandOver(
  deps: Deps,
  { params, caller, origin, guard, commandId }: HandOverRequest,
  events: readonly UserEvent[],
): Promise<Position | null> {
  const decision = decisionIn(events);
  if (!decision) return null;
  const { name, operators } = decision.data;
  const left = events.some(({ type }) => type === 'UserDeleted') ? 'deleted' : 'deactivated';
  const task: HandOverTask = { from: { id: params.id, name }, operators, reason: `${name} was ${left}` };
  const id = batchIdOf(commandId);
  const started = await startBatch(deps, {
    id,
    kind: HAND_OVER,
    title: titleOf(name, operators),
    total: null,
    task,
    tenant: caller.tenant,
    actor: actorOf(caller),
    origin,
    guard,
    // An id of its own: the ids of events are derived from it, and the user's events have the command's.
    commandId: { id, keyed: false, requestHash: null },
  });
  // The caller repeats the command, which starts the batch then.
  if (isRefused(started)) throw new StoreUnavailable(`A hand-over was refused: ${started.refusal}`);
  return started.position;
}

function titleOf(name: string, operators: readonly OperatorRef[]): string {
  const [first, ...others] = operators;
  if (!first) return `Unassign the leads of ${name}`;
  return `Hand over the leads of ${name} to ${others.length === 0 ? first.name : `${operators.length} operators`}`;
}

/** The part of the answer that names the batch. */
export const handOverStarted = (commandId: CommandId, events: readonly UserEvent[]) =>
  decisionIn(events) ? { batchId: batchIdOf(commandId) } : {};
