import type { Batch } from '@crm/contracts/batches/batches.ts';
import type { Tone } from '../ui/tone.ts';
import { batchTexts } from './texts.ts';

export const isRunning = ({ state }: Pick<Batch, 'state'>) => state === 'queued' || state === 'running';

/** A batch's state in one or two words. */
export function stateOf(batch: Pick<Batch, 'state' | 'paused' | 'cancelling'>): { text: string; tone: Tone } {
  switch (batch.state) {
    case 'queued':
    case 'running':
      if (batch.cancelling) return { text: batchTexts.states.cancelling, tone: 'warn' };
      if (batch.paused) return { text: batchTexts.states.paused, tone: 'pause' };
      return batch.state === 'queued'
        ? { text: batchTexts.states.queued, tone: 'neutral' }
        : { text: batchTexts.states.running, tone: 'info' };
    case 'done':
      return { text: batchTexts.states.done, tone: 'ok' };
    case 'failed':
      return { text: batchTexts.states.failed, tone: 'bad' };
    case 'cancelled':
      return { text: batchTexts.states.cancelled, tone: 'neutral' };
    default:
      batch.state satisfies never;
      return { text: '', tone: 'neutral' };
  }
}

/** '3,000 of 10,000'; only the done count when the total is unknown, and nothing before the first. */
export function progressOf({ done, total }: Pick<Batch, 'done' | 'total'>): string {
  return total === null && done === 0 ? '' : batchTexts.progress.of(done, total);
}

/** 'Running · 3,000 of 10,000'. */
export const stateAndProgressOf = (batch: Parameters<typeof stateOf>[0] & Parameters<typeof progressOf>[0]) =>
  [stateOf(batch).text, progressOf(batch)].filter(Boolean).join(' · ');

/** Progress from 0 to 1; null when the total is unknown or 0. */
export function shareOf({ done, total }: Pick<Batch, 'done' | 'total'>): number | null {
  return total === null || total === 0 ? null : Math.min(1, done / total);
}

/** '2,950 done, 40 skipped, 10 failed'; omits skipped and failed when they are zero. */
export function countsOf({ counts }: Pick<Batch, 'counts'>): string {
  return batchTexts.outcome.counts(counts);
}

/** Whether a batch has counted any item. */
export const hasCounts = ({ counts: { successful, skipped, failed } }: Pick<Batch, 'counts'>) =>
  successful + skipped + failed > 0;

/** The outcome text of an ended batch: its own message (`result.message`) if it has one, else its counts. */
export function outcomeOf(batch: Batch): string {
  const message = batch.message ?? messageIn(batch.result);
  if (message) return message;
  if (batch.state !== 'cancelled') return countsOf(batch);
  return hasCounts(batch)
    ? batchTexts.outcome.cancelled(countsOf(batch))
    : batchTexts.outcome.cancelledAtOnce;
}

function messageIn(result: Batch['result']): string | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  return typeof result['message'] === 'string' ? result['message'] : null;
}

/** 'about 40 s left', estimated from the rate so far; null when no estimate is possible. */
export function timeLeft(
  batch: Pick<Batch, 'state' | 'paused' | 'done' | 'total' | 'startedAt'>,
  now: Date,
): string | null {
  const { state, paused, done, total, startedAt } = batch;
  if (state !== 'running' || paused || total === null || startedAt === null || done === 0) return null;
  const passed = (now.getTime() - new Date(startedAt).getTime()) / 1000;
  const left = (passed / done) * (total - done);
  if (passed < 2 || left < 1) return null;
  if (left < 60) return batchTexts.progress.secondsLeft(Math.ceil(left));
  return left < 3600
    ? batchTexts.progress.minutesLeft(Math.ceil(left / 60))
    : batchTexts.progress.hoursLeft(Math.ceil(left / 3600));
}
