import type { Batch } from '@crm/contracts/batches/batches.ts';
import { formatNumber } from '../format/money.ts';
import type { Tone } from '../ui/tone.ts';

export const isRunning = ({ state }: Pick<Batch, 'state'>) => state === 'queued' || state === 'running';

/** How a batch stands, in a word or two. */
export function stateOf(batch: Pick<Batch, 'state' | 'paused' | 'cancelling'>): { text: string; tone: Tone } {
  switch (batch.state) {
    case 'queued':
    case 'running':
      if (batch.cancelling) return { text: 'Cancelling', tone: 'warn' };
      if (batch.paused) return { text: 'Paused', tone: 'pause' };
      return batch.state === 'queued'
        ? { text: 'Waiting', tone: 'neutral' }
        : { text: 'Running', tone: 'info' };
    case 'done':
      return { text: 'Done', tone: 'ok' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'neutral' };
    default:
      batch.state satisfies never;
      return { text: '', tone: 'neutral' };
  }
}

/** '3,000 of 10,000'; only what is done where nobody knows how many there are. */
export function progressOf({ done, total }: Pick<Batch, 'done' | 'total'>): string {
  return total === null ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`;
}

/** From 0 to 1; null where nobody knows how many there are. */
export function shareOf({ done, total }: Pick<Batch, 'done' | 'total'>): number | null {
  return total === null || total === 0 ? null : Math.min(1, done / total);
}

/** '2,950 done, 40 skipped, 10 failed'; what there is none of is not said. */
export function countsOf({ counts }: Pick<Batch, 'counts'>): string {
  const { successful, skipped, failed } = counts;
  return [
    `${formatNumber(successful)} done`,
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ].join(', ');
}

/** What came of a batch that has ended: its own words where it has some (`result.message`). */
export function outcomeOf(batch: Batch): string {
  const told = batch.message ?? messageIn(batch.result);
  if (told) return told;
  return batch.state === 'cancelled'
    ? `Cancelled: ${countsOf(batch)}. What was done until then stands.`
    : countsOf(batch);
}

function messageIn(result: Batch['result']): string | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  return typeof result['message'] === 'string' ? result['message'] : null;
}

/** 'about 40 s left', from how fast it came on so far; null when there is no telling. */
export function timeLeft(
  batch: Pick<Batch, 'state' | 'paused' | 'done' | 'total' | 'startedAt'>,
  now: Date,
): string | null {
  const { state, paused, done, total, startedAt } = batch;
  if (state !== 'running' || paused || total === null || startedAt === null || done === 0) return null;
  const passed = (now.getTime() - new Date(startedAt).getTime()) / 1000;
  const left = (passed / done) * (total - done);
  if (passed < 2 || left < 1) return null;
  if (left < 60) return `about ${Math.ceil(left)} s left`;
  return left < 3600 ? `about ${Math.ceil(left / 60)} min left` : `about ${Math.ceil(left / 3600)} h left`;
}
