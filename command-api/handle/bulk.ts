import type { Answered, Endpoint } from '@crm/contracts/endpoint.ts';
import type { BulkSummary } from '@crm/contracts/leads/write.ts';
import { type Refusal, refusals } from '@crm/contracts/refusals.ts';
import { derivedId, type LeadId } from '@crm/events/ids.ts';
import type { EventTypes } from '@crm/events/language/define.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { type Executed, execute } from '@crm/platform/commands/execute.ts';
import type { Noun } from '@crm/platform/commands/noun.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { isRefused, type Refused, type Result } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import type { z } from 'zod';
import type { CommandDeclaration, Plan } from './command.ts';
import type { Deps } from './deps.ts';
import { onceUnder } from './repeats.ts';

type Summary = z.infer<typeof BulkSummary>;

/** The same command on many leads: each decided by itself, so that one lead's refusal never fails the rest. */
export type BulkRoute<E extends Endpoint, Command> = {
  endpoint: E;
  ids: (input: Input<E, 'tenant-admin'>) => readonly LeadId[];
  /** What holds for all of them, looked up once; a refusal refuses the whole call. */
  plan: (
    input: Input<E, 'tenant-admin'> & { commandId: { id: string } },
    deps: Deps,
  ) => Promise<((id: LeadId) => Plan<Command>) | Refused>;
  answer: (summary: Summary, input: Input<E, 'tenant-admin'>) => { message: string; data: Answered<E> };
};

export function bulkOn<State, Command, Types extends EventTypes, R extends Refusal>(
  noun: Noun<State, Command, Types, R>,
) {
  return <E extends Endpoint>(declared: BulkRoute<E, Command>): CommandDeclaration =>
    (deps) =>
      route(declared.endpoint, 'tenant-admin', (input) => handleAll(noun, declared, input, deps));
}

async function handleAll<E extends Endpoint, State, Command, Types extends EventTypes, R extends Refusal>(
  noun: Noun<State, Command, Types, R>,
  declared: BulkRoute<E, Command>,
  input: Input<E, 'tenant-admin'>,
  deps: Deps,
): Promise<Result> {
  // 'tenant-admin' lets nobody through but a signed-in admin; CallerUnder says so only where P is known.
  const caller: SignedInCaller = input.caller;
  const { method, path } = declared.endpoint;
  const whole = commandIdOf({
    caller: caller.id,
    call: `${method} ${path}`,
    key: input.idempotencyKey,
    body: input.body,
  });
  const planOf = await declared.plan({ ...input, commandId: whole }, deps);
  if (isRefused(planOf)) return planOf;

  const ids = [...new Set(declared.ids(input))];
  return onceUnder(deps.pool, whole, async () => {
    // At once and not in turn: the store commits those that arrive together as one group.
    const outcomes = await Promise.all(
      ids.map(async (id) => {
        const plan = planOf(id);
        return execute(deps, {
          noun,
          stream: plan.stream,
          tenant: caller.tenant,
          command: plan.command,
          actor: actorOf(caller),
          origin: input.origin,
          commandId: { ...whole, id: derivedId(whole.id, id) },
          creates: false,
        });
      }),
    );
    return {
      answer: {
        kind: 'done',
        position: latest(outcomes),
        ...declared.answer(summarise(ids, outcomes), input),
      },
      settled: !outcomes.some((outcome) => outcome.kind === 'refused' && isPassing(outcome.refusal)),
    };
  });
}

/** Refused for now: 503. */
const isPassing = (refusal: Refusal) => refusals[refusal].status === 503;

type Outcome = Executed<unknown> | Refused;

function summarise(ids: readonly LeadId[], outcomes: readonly Outcome[]): Summary {
  const executed = outcomes.filter((outcome) => outcome.kind === 'executed');
  const skipped = executed.filter(({ events }) => events.length === 0).length;
  const problems = outcomes.flatMap((outcome, at) =>
    outcome.kind === 'refused' ? [{ leadId: ids[at] ?? '', message: refusals[outcome.refusal].message }] : [],
  );
  return { successful: executed.length - skipped, skipped, failed: problems.length, problems };
}

function latest(outcomes: readonly Outcome[]): Position | null {
  const positions = outcomes.flatMap((outcome) =>
    outcome.kind === 'executed' ? (outcome.position ?? []) : [],
  );
  return positions.sort().at(-1) ?? null;
}
