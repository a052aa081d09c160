import type { OperatorRef } from '@crm/events/leads/events.ts';
import { HAND_OVER, type HandOverTask, handOverBatchId } from '@crm/events/leads/hand-over.ts';
import { idOf } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import { startBatch } from '@crm/platform/batches/start.ts';
import { derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { load } from '@crm/platform/commands/load.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { causeOf } from '@crm/platform/jobs/cause.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { z } from 'zod';

/** Every decision about the leads of an operator who leaves starts a batch, whatever happens to the call that made it. */
export const handOverLeads = reaction({
  name: 'lead-hand-overs',
  events: ['UserLeadsHandedOver'],
  handle: ({ id, stream, meta: { commandId } }, { enqueue }) =>
    enqueue(startHandOver, { stream, commandId }, { key: id }),
});

/**
 * Starts the batch that hands over the leads (./kind.ts), as the admin who decided it. The batch's id is derived from
 * the command's, so a repeated job starts no second batch.
 */
export const startHandOver = job({
  name: 'start-lead-hand-over',
  payload: z.object({ stream: z.string(), commandId: z.string() }),
  attempts: 10,
  async run({ stream, commandId }, { store }) {
    const { recorded, events } = await load(store, users.types, stream);
    const ofCommand = events.filter((_, at) => recorded[at]?.meta.commandId === commandId);
    const at = events.findIndex(
      ({ type }, each) => type === 'UserLeadsHandedOver' && recorded[each]?.meta.commandId === commandId,
    );
    const [stored, decision] = [recorded[at], events[at]];
    if (!stored || decision?.type !== 'UserLeadsHandedOver')
      throw new Error(`${stream} has no hand-over of command ${commandId}`);
    const { meta } = stored;
    const { name, operators } = decision.data;
    const task: HandOverTask = {
      from: { id: idOf(stream), name },
      operators,
      reason: `${name} ${leftBy(ofCommand)}`,
    };
    const id = handOverBatchId(commandId);
    const started = await startBatch(
      { store },
      {
        id,
        kind: HAND_OVER,
        title: titleOf(name, operators),
        total: null,
        task,
        tenant: meta.tenant,
        actor: meta.actor,
        origin: { ip: meta.ip, userAgent: meta.userAgent },
        // An id of its own: the ids of events are derived from it, and the user's events have the command's.
        commandId: derivedCommandId(id),
        ...causeOf(stored),
      },
    );
    if (isRefused(started)) throw new RetryLater(`A hand-over was refused: ${started.refusal}`);
  },
});

/** How the operator left, in words. @param events those of the command that decided about the leads */
function leftBy(events: readonly UserEvent[]): string {
  if (events.some(({ type }) => type === 'UserDeleted')) return 'was deleted';
  const deactivated = events.some(
    (event) => event.type === 'UserEdited' && event.data.changes.isActive === false,
  );
  return deactivated ? 'was deactivated' : 'became an admin';
}

function titleOf(name: string, operators: readonly OperatorRef[]): string {
  const [first, ...others] = operators;
  if (!first) return `Unassign the leads of ${name}`;
  return `Hand over the leads of ${name} to ${others.length === 0 ? first.name : `${operators.length} operators`}`;
}
