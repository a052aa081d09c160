import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import { outcomeOf, summaryOf } from '@crm/contracts/leads/outcome.ts';
import { refusals } from '@crm/contracts/refusals.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { type BulkAction, commandFor, commandIdFor, type OneOfMany } from '@crm/events/leads/bulk-action.ts';
import { leadStream } from '@crm/events/streams.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { type Executed, execute } from '@crm/platform/commands/execute.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { answerOfEarlierBatch, type BulkCall, runAsBatch } from './bulk-batch.ts';
import { leadsOf, type Named, type PartSize } from './bulk-leads.ts';
import type { CommandDeclaration } from './command.ts';
import type { Deps } from './deps.ts';
import { type Done, runOncePerKey, storedAnswer } from './idempotency.ts';

type BulkInput<E extends Endpoint> = Input<E, SessionPolicy> & { commandId: { id: string } };

/**
 * A bulk action on many leads. Each lead is decided separately, so that the refusal of one lead does not fail the
 * others.
 */
export type BulkRoute<E extends Endpoint> = {
  endpoint: E;
  /** The leads of the call: ids or a selection. */
  leads: (input: BulkInput<E>) => Named;
  /** The part of these leads to use; all by default. */
  part?: (input: BulkInput<E>) => PartSize | null;
  /** The action, with its lookups; a refusal refuses the whole call, unless it is a repeat. */
  action: (input: BulkInput<E>, deps: Deps) => Promise<BulkAction | Refused>;
  /** Converts the summary to the response data of this call. */
  data: (summary: BulkSummary, input: BulkInput<E>) => Answered<E>;
};

/** Declares a bulk call: a few leads are changed at once, more of them by a batch. */
export function leadBulk<E extends Endpoint>(declared: BulkRoute<E>): CommandDeclaration {
  return (deps) => route(declared.endpoint, tenantAdmins, (input) => runBulk(declared, input, deps));
}

async function runBulk<E extends Endpoint>(
  declared: BulkRoute<E>,
  request: Input<E, SessionPolicy>,
  deps: Deps,
): Promise<Result> {
  const { caller } = request;
  const { method, path } = declared.endpoint;
  const commandId = commandIdOf({
    caller: caller.id,
    call: `${method} ${path}`,
    key: request.idempotencyKey,
    body: request.body,
  });
  const input = { ...request, commandId };
  const action = await declared.action(input, deps);
  const named = declared.leads(input);
  const { origin, guard } = request;
  const data = (summary: BulkSummary) => declared.data(summary, input);
  // Before the leads are read: more of them would be stored as a selection.
  if (isRefused(action)) {
    const call = { caller, origin, guard, commandId };
    const answered = await storedAnswer(deps.commandPool, commandId);
    return answered ?? answerOfEarlierBatch(deps, call, action, { data, wait: named.wait });
  }
  const part = declared.part?.(input) ?? null;
  const found = await leadsOf(deps.commandPool, caller, named, { part, seed: commandId.id });
  if (isRefused(found)) return found;
  const call = { caller, origin, guard, commandId, action };
  return found.kind === 'few'
    ? runAtOnce(deps, call, found.leads, data)
    : runAsBatch(deps, call, found, { data, wait: named.wait });
}

async function runAtOnce(
  deps: Deps,
  { caller, origin, guard, commandId, action }: BulkCall,
  few: readonly OneOfMany[],
  data: (summary: BulkSummary) => unknown,
): Promise<Result> {
  const act = async (): Promise<Done> => {
    // In parallel: the store commits concurrent appends as one group.
    const outcomes = await Promise.all(
      few.map((lead) =>
        execute(deps, {
          aggregate: leads,
          stream: leadStream(LeadId.parse(lead.id)),
          tenant: caller.tenant,
          command: commandFor(action, commandId.id, lead),
          actor: actorOf(caller),
          origin,
          commandId: { ...commandId, id: commandIdFor(commandId.id, lead.id) },
          creates: false,
        }),
      ),
    );
    const summary = summarise(action, few, outcomes);
    return {
      answer: {
        kind: 'done',
        position: latest(outcomes),
        message: summaryOf(action, summary),
        data: data(summary),
      },
      isFinal: !outcomes.some(isTemporary),
    };
  };
  // One guard for all leads: with a lock per lead they would wait for each other.
  return guard(() => runOncePerKey(deps.commandPool, commandId, act), caller.tenant);
}

type Outcome = Executed<unknown> | Refused;

/** Refused temporarily: 503. */
const isTemporary = (outcome: Outcome) =>
  outcome.kind === 'refused' && refusals[outcome.refusal].status === 503;

function summarise(action: BulkAction, few: readonly OneOfMany[], outcomes: readonly Outcome[]): BulkSummary {
  const problems = few.flatMap((lead, at) => {
    const outcome = outcomes[at];
    const notDone = outcome && outcomeOf(action, lead, outcome);
    return notDone ? [{ leadId: lead.id, ...notDone }] : [];
  });
  const failed = problems.filter(({ outcome }) => outcome === 'failed').length;
  const skipped = problems.length - failed;
  return { successful: few.length - problems.length, skipped, failed, problems };
}

/** The newest event that the outcomes are known from. */
function latest(outcomes: readonly Outcome[]): Position | null {
  const positions = outcomes.flatMap(
    (outcome) => (outcome.kind === 'refused' ? outcome.position : outcome.asOf) ?? [],
  );
  return positions.sort().at(-1) ?? null;
}
