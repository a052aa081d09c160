import type { Batch } from '@crm/contracts/batches/batches.ts';
import { Progress } from '../ui/Progress.tsx';
import { countsOf, hasCounts, isRunning, shareOf, stateAndProgressOf, timeLeft } from './labels.ts';

/** A batch's progress bar with its figures. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const left = timeLeft(batch, new Date());
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar batch={batch} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        <span>{[stateAndProgressOf(batch), left].filter(Boolean).join(' · ')}</span>
        {(hasCounts(batch) || batch.total !== null) && <span>{countsOf(batch)}</span>}
      </p>
    </div>
  );
}

/** The bar alone. */
export function ProgressBar({ batch }: { batch: Batch }) {
  const share = isRunning(batch) ? shareOf(batch) : 1;
  const percent = share === null ? null : Math.floor(share * 100);
  return <Progress label={batch.title} percent={percent} className={barLook(batch)} />;
}

function barLook(batch: Batch): string {
  if (isRunning(batch)) return batch.paused || batch.total === null ? 'bg-line-strong' : 'bg-primary';
  return batch.state === 'done' ? 'bg-ok' : batch.state === 'failed' ? 'bg-bad' : 'bg-line-strong';
}
