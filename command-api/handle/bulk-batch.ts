import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import { summaryOf, summaryOfCancelled, titleOf } from '@crm/contracts/leads/outcome.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { type BulkTask, bulkKind } from '@crm/events/leads/bulk-batches.ts';
import type { Guard } from '@crm/platform/access/access.ts';
import { answerBatch, type Finished } from '@crm/platform/batches/start.ts';
import { type CommandId, sentBy } from '@crm/platform/commands/envelope.ts';
import type { RequestOrigin, SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Refused, Result } from '@crm/platform/http/result.ts';
import { z } from 'zod';
import type { Many } from './bulk-leads.ts';
import type { Deps } from './deps.ts';

/** A bulk action with its caller, request origin and the id of the whole call. */
export type BulkCall = {
  caller: SignedInCaller;
  origin: RequestOrigin;
  guard: Guard;
  commandId: CommandId;
  action: BulkAction;
};

type AnswerOptions = { data: (summary: BulkSummary) => unknown; wait: number | undefined };

/** The message of an ended batch: the reason of a failure, or what a cancelled one had done; null if it was completed. */
const incompleteIn = ({ outcome, message, counts }: Finished): string | null =>
  outcome === 'cancelled' ? summaryOfCancelled(counts) : message;

/** The summary that the worker stored (workers/leads/bulk/act.ts); none in a batch that was cancelled. */
const summaryIn = (result: unknown): string | undefined => Summary.safeParse(result).data?.message;
const Summary = z.object({ message: z.string() });

/**
 * Runs a bulk action as a batch (workers/leads/bulk). Returns its result, or the running batch if it does not end in
 * time.
 */
export function runAsBatch(
  deps: Deps,
  { caller, origin, guard, commandId, action }: BulkCall,
  { chosen, count }: Many,
  { data, wait }: AnswerOptions,
): Promise<Result> {
  return answerBatch(
    deps,
    {
      id: batchIdOf(commandId),
      kind: bulkKind(action.action),
      title: titleOf(action, count),
      total: count,
      task: { chosen, wish: action } satisfies BulkTask,
      undoable: true,
      ...sentBy({ caller, origin, guard }),
      commandId,
    },
    (end) => ({
      kind: 'done',
      message: incompleteIn(end) ?? summaryOf(action, end.counts),
      data: data({ ...end.counts, problems: [] }),
      position: end.position,
    }),
    wait,
  );
}

/** The answer to a call whose action is refused now: that of the batch which it started the first time, else the refusal. */
export function answerOfEarlierBatch(
  deps: Deps,
  { caller, origin, guard, commandId }: Omit<BulkCall, 'action'>,
  refusal: Refused,
  { data, wait }: AnswerOptions,
): Promise<Result> {
  return answerBatch(
    deps,
    { id: batchIdOf(commandId), refusal, ...sentBy({ caller, origin, guard }), commandId },
    (end, { title }) => ({
      kind: 'done',
      message: incompleteIn(end) ?? summaryIn(end.result) ?? title,
      data: data({ ...end.counts, problems: [] }),
      position: end.position,
    }),
    wait,
  );
}

const batchIdOf = (commandId: CommandId) => derivedId(commandId.id, 'batch');
