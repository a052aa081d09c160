import { undoBatch } from '@crm/contracts/batches/batches.ts';
import { batches } from '@crm/events/batches/aggregate.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { LEAD_UNDO, type LeadUndoTask } from '@crm/events/leads/bulk-batches.ts';
import { Chosen } from '@crm/events/selections/chosen.ts';
import { batchStream } from '@crm/events/streams.ts';
import { answerBatch } from '@crm/platform/batches/start.ts';
import { actorOf, commandIdOf, derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { type SessionPolicy, tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { selectionOf } from '@crm/platform/selections/selections.ts';
import { z } from 'zod';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';

/** Undoes the lead changes of a batch, in a new batch (workers/leads/bulk/undo.ts). */
export const undo: CommandDeclaration = (deps) =>
  route(undoBatch, tenantAdmins, (input) => handle(input, deps));

async function handle(input: Input<typeof undoBatch, SessionPolicy>, deps: Deps): Promise<Result> {
  const { caller, origin, guard, params, body } = input;
  const done = await doneBy(deps, caller.tenant, params.id);
  if (isRefused(done)) return done;

  const id = derivedId(params.id, 'undo');
  const who = { tenant: caller.tenant, actor: actorOf(caller), origin, guard };
  const started = await execute(deps, {
    aggregate: batches,
    stream: batchStream(params.id),
    command: { type: 'UndoBatch', undo: id },
    commandId: commandIdOf({
      caller: caller.id,
      call: `undo ${params.id}`,
      key: input.idempotencyKey,
      body: {},
    }),
    creates: false,
    ...who,
  });
  // An earlier request may have recorded the undo and died before it started the batch: then start it now.
  if (isRefused(started) && !(started.refusal === 'batch-undone' && (await isMissing(deps, id))))
    return started;

  return answerBatch(
    deps,
    {
      id,
      kind: LEAD_UNDO,
      title: `Undo: ${done.title}`,
      total: done.changed,
      task: { undoes: params.id, chosen: done.chosen } satisfies LeadUndoTask,
      undoes: params.id,
      commandId: derivedCommandId(id),
      ...who,
    },
    (end, batch) => ({ kind: 'done', message: batch.title, data: { batch }, position: end.position }),
    body.wait,
  );
}

const TaskOfLeads = z.object({ chosen: Chosen });

/**
 * Reads the title, leads and number of changes of a batch. Refuses a batch that is no bulk action on leads of this
 * tenant.
 */
async function doneBy(
  { store, commandPool }: Deps,
  tenant: TenantId,
  id: string,
): Promise<{ title: string; chosen: Chosen; changed: number } | Refused> {
  const history = await load(store, batches.types, batchStream(id));
  const [started] = history.events;
  if (history.tenant !== tenant || started?.type !== 'BatchStarted') return refused('batch-not-found');
  const task = TaskOfLeads.safeParse(started.data.task);
  if (!task.success) return refused('batch-not-undoable');
  // Selections are kept for 30 days.
  const { selection } = task.data.chosen;
  if (!(await selectionOf(commandPool, selection, { tenant, user: null })))
    return refused('batch-not-undoable');
  const end = history.events.findLast((event) => event.type === 'BatchFinished');
  return { title: started.data.title, chosen: task.data.chosen, changed: end?.data.counts.successful ?? 0 };
}

async function isMissing({ store }: Deps, id: string): Promise<boolean> {
  return (await loadState(store, batches, batchStream(id))).phase === 'none';
}
