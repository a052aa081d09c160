import { batches } from '@crm/events/batches/aggregate.ts';
import type { BatchEvent } from '@crm/events/batches/events.ts';
import { fold } from '@crm/events/language/decider.ts';
import { batchStream } from '@crm/events/streams.ts';
import type { Pool } from 'pg';
import type { CommandDependencies } from '../commands/execute.ts';
import { load } from '../commands/load.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Leadership } from '../runner/leadership.ts';
import type { AnyBatchKind } from './kind.ts';
import type { BatchRun } from './runs.ts';

/** Dependencies of the batch engine. */
export type BatchEngine = {
  kinds: readonly AnyBatchKind[];
  deps: CommandDependencies;
  /** Reads and writes rows of all tenants. */
  pool: Pool;
  /** Of the process: one process enters new batches into the table of runs. */
  leadership: Leadership;
  log: Log;
  signal: AbortSignal;
};

/** A batch that this process has leased, with its kind and its first event. */
export type LeasedBatch = {
  run: BatchRun;
  kind: AnyBatchKind;
  started: Extract<BatchEvent, { type: 'BatchStarted' }>['data'] & Pick<RecordedEvent, 'meta' | 'at'>;
  engine: BatchEngine;
};

/** @returns null if the batch has ended already */
export async function openBatch(run: BatchRun, engine: BatchEngine): Promise<LeasedBatch | null> {
  const { recorded, events } = await load(engine.deps.store, batches.types, batchStream(run.id));
  const [first] = events;
  const [firstRecorded] = recorded;
  const { phase } = fold(batches.decider, events);
  if (first?.type !== 'BatchStarted' || !firstRecorded || phase !== 'running') return null;
  const kind = engine.kinds.find(({ kind }) => kind === run.kind);
  if (!kind) throw new Error(`There is no batch of kind ${run.kind}`);
  return { run, kind, started: { ...first.data, meta: firstRecorded.meta, at: firstRecorded.at }, engine };
}
