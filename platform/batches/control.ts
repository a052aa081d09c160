import type { AnyBatchKind, BatchStep, Json } from './kind.ts';
import type { LeasedBatch } from './leased-batch.ts';
import { type BatchProgress, reporter } from './report.ts';
import { type BatchRun, keepRenewing } from './runs.ts';
import { saveStep } from './save-step.ts';

/** Why a run has to stop before its end; 'lost': another process has taken it over. */
type Stop = 'pause' | 'cancel' | 'lost' | 'shutdown';

/** The cursor and the progress of a run after its last step. */
export type LastStep = BatchProgress & { cursor: Json; total: number | null };

export const lastStepOf = ({ cursor, done, total, successful, skipped, failed }: BatchRun): LastStep => ({
  cursor,
  done,
  total,
  counts: { successful, skipped, failed },
});

/** Whether the work after this cursor must be completed: a request to cancel or to pause it comes too late. */
export const mustEnd = (kind: AnyBatchKind, cursor: Json): boolean =>
  cursor !== null && kind.isFinal?.(cursor) === true;

/** Controls a leased run while its batch works. */
export type RunControl = {
  /** Aborts when the work has to stop; the reason is a `Stop`. */
  signal: AbortSignal;
  last: () => LastStep;
  /** Reports the progress at the start. */
  begin: () => Promise<void>;
  /** Saves a step and reports its progress. Throws if the work has to stop. */
  step: (next: BatchStep<Json>) => Promise<void>;
  /** The lease is not renewed any more. */
  end: () => void;
};

/** Renews the lease of a run, and stops its work when a user asks for it, the lease is lost, or the process stops. */
export function controlRun({ run, kind, engine }: LeasedBatch): RunControl {
  const { pool, deps, signal } = engine;
  let last = lastStepOf(run);
  const stop = new AbortController();
  const stopFor = (reason: Stop) => stop.abort(reason);
  const onShutdown = () => stopFor('shutdown');
  signal.addEventListener('abort', onShutdown);
  if (signal.aborted) onShutdown();
  const stopRenewing = keepRenewing(pool, run, (wanted) => {
    if (wanted === null) stopFor('lost');
    else if (wanted !== 'run' && !mustEnd(kind, last.cursor)) stopFor(wanted);
  });
  const reportProgress = reporter(deps, run);
  const report = (step: LastStep, when: { now: boolean }) =>
    reportProgress({ ...step, isFinal: mustEnd(kind, step.cursor) }, when);
  return {
    signal: stop.signal,
    last: () => last,
    begin: () => report(last, { now: run.done === 0 || mustEnd(kind, last.cursor) }),
    async step(next) {
      const final = { before: mustEnd(kind, last.cursor), after: mustEnd(kind, next.cursor) };
      const wanted = await saveStep(pool, run, next, final);
      if (wanted === null) stopFor('lost');
      else if (wanted !== 'run' && final.after) stopFor(wanted);
      else {
        const { cursor, done, counts, total = last.total } = next;
        last = { cursor, done, counts, total };
        if (cursor !== null) run.tries = 0; // as in its row
        if (wanted === 'run') await report(last, { now: false });
        else stopFor(wanted);
      }
      stop.signal.throwIfAborted();
    },
    end() {
      stopRenewing();
      signal.removeEventListener('abort', onShutdown);
    },
  };
}
