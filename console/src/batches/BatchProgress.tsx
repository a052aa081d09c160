import type { Batch } from '@crm/contracts/batches/batches.ts';
import clsx from 'clsx';
import { countsOf, isRunning, progressOf, shareOf, stateOf, timeLeft } from './words.ts';

/** A batch's progress bar with its figures. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const left = timeLeft(batch, new Date());
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar batch={batch} />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        <span>{`${stateOf(batch).text} · ${progressOf(batch)}${left ? ` · ${left}` : ''}`}</span>
        <span>{countsOf(batch)}</span>
      </p>
    </div>
  );
}

/** The bar alone. Unknown total: indeterminate, drawn half full. */
export function ProgressBar({ batch }: { batch: Batch }) {
  const share = isRunning(batch) ? shareOf(batch) : 1;
  const percent = share === null ? null : Math.floor(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={batch.title}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': percent })}
      className="h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line"
    >
      <div
        className={clsx(
          'h-full rounded-full transition-[width] duration-500 motion-reduce:transition-none',
          barLook(batch),
        )}
        style={{ width: `${percent ?? 50}%` }}
      />
    </div>
  );
}

function barLook(batch: Batch): string {
  if (isRunning(batch)) return batch.paused || batch.total === null ? 'bg-line-strong' : 'bg-primary';
  return batch.state === 'done' ? 'bg-ok' : batch.state === 'failed' ? 'bg-bad' : 'bg-line-strong';
}
