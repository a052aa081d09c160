import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { type Refusal, refusals } from '@crm/contracts/refusals.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import type { Aggregate } from '@crm/platform/commands/aggregate.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { Execution } from '@crm/platform/commands/execution.ts';
import type { Caller } from '@crm/platform/http/caller.ts';
import type { Policy } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result } from '@crm/platform/http/result.ts';
import type { Input } from '@crm/platform/http/route.ts';
import { executeInPlace } from '@crm/platform/places/execute-in-place.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import type { CommandRoute } from './command-route.ts';
import type { Deps } from './deps.ts';

/** Converts a request to its command, executes it, and answers from its events. */
export async function runCommand<
  E extends Endpoint,
  P extends Policy,
  State,
  Command,
  Types extends EventTypes,
  R extends Refusal,
>(
  aggregate: Aggregate<State, Command, Types, R>,
  declared: CommandRoute<E, P, Command, Types>,
  request: Input<E, P>,
  deps: Deps & { db: Db | Pool },
): Promise<Result> {
  const { endpoint, creates = false } = declared;
  const policy: Policy = declared.policy;
  const caller: Caller = request.caller;
  const commandId = commandIdOf({
    caller: declared.sender?.(request) ?? (caller.kind === 'user' ? caller.id : ''),
    call: `${endpoint.method} ${endpoint.path} ${JSON.stringify(request.params ?? {})}`,
    key: request.idempotencyKey,
    // A call without a body still has an empty one, and its request is in the query.
    body: declared.hashed?.(request.body) ?? (endpoint.body ? request.body : (request.query ?? request.body)),
  });
  const input = { ...request, commandId, now: new Date() };
  const plan = await declared.plan(input, deps);
  if (isRefused(plan)) return plan;

  if (plan.tenant && policy.credential === 'session' && policy.scope !== 'all')
    throw new Error(`${endpoint.method} ${endpoint.path} must be of scope 'all' to change another tenant`);
  const tenant = plan.tenant ?? (caller.kind === 'user' ? caller.tenant : tenantMissing(endpoint));
  const execution: Execution<State, Command, Types, R> = {
    aggregate,
    stream: plan.stream,
    tenant,
    command: plan.command,
    actor: actorOf(caller),
    origin: request.origin,
    guard: request.guard,
    commandId,
    creates,
    ...(creates && commandId.keyed && !plan.isStreamOfCommand && { reserve: [`command:${commandId.id}`] }),
    seenRevision: plan.seenRevision,
    ...(plan.allowed && { allowed: plan.allowed }),
  };
  const { places } = deps;
  const done = plan.limited
    ? await executeInPlace(deps, execution, { places, ...plan.limited })
    : await execute(deps, execution);
  if (done.kind === 'refused') return naming(done, declared.fieldOf?.[done.refusal]);
  const appended = await declared.after?.(input, done.position, deps, done.events);
  if (isRefused(appended)) return { ...appended, ...(done.asOf !== null && { position: done.asOf }) };
  const [status] = endpoint.statuses ?? [200];
  return {
    kind: 'done',
    status,
    position: appended ?? done.asOf,
    ...declared.answer({ input, tenant, events: done.events, at: done.at }),
  };
}

/** @param field the field that the refusal names instead of its own */
function naming(refusal: Refused, field: string | undefined): Refused {
  if (field === undefined) return refusal;
  return { ...refusal, errors: { [field]: refusals[refusal.refusal].message } };
}

function tenantMissing(endpoint: Endpoint): never {
  throw new Error(
    `${endpoint.method} ${endpoint.path} admits callers without a tenant, so its plan must name one`,
  );
}
