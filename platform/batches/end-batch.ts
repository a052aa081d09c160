import type { BatchEvent } from '@crm/events/batches/events.ts';
import { storableJson } from '@crm/events/language/text.ts';
import type { LastStep } from './control.ts';
import type { Json } from './kind.ts';
import type { LeasedBatch } from './leased-batch.ts';
import { executeAsSystem } from './report.ts';
import { deleteRun } from './runs.ts';

type Outcome = Extract<BatchEvent, { type: 'BatchFinished' }>['data']['outcome'];

/**
 * Ends a batch after its last step. Its event is written first: if the process dies here, the next process finds the batch
 * finished and deletes the run.
 */
export async function endBatch(
  { run, engine }: LeasedBatch,
  { done, counts, total }: LastStep,
  end: { kind: Outcome; result?: Json; message?: string | null },
): Promise<void> {
  const { kind: outcome, result = null, message = null } = end;
  const texts = storableOf({ result, message });
  const command = { type: 'FinishBatch', outcome, done, counts, total, ...texts } as const;
  await executeAsSystem(engine.deps, run, 'finished', command);
  await deleteRun(engine.pool, run);
}

/** Ends a batch before its work is done, with the result that its kind derives from the last cursor. */
export function stopBatch(
  batch: LeasedBatch,
  last: LastStep,
  end: { kind: 'cancelled' } | { kind: 'failed'; message: string },
): Promise<void> {
  const result = last.cursor === null ? null : (batch.kind.stoppedResult?.(last.cursor) ?? null);
  return endBatch(batch, last, { ...end, result });
}

/** Makes texts storable: a result and a message may quote content that Postgres rejects. */
function storableOf<T extends { result: Json; message: string | null }>(end: T): T {
  // A cast: the same JSON with other characters in its texts.
  return JSON.parse(storableJson(JSON.stringify(end))) as T;
}
