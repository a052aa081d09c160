import { cn } from './cn.ts';

type ProgressProps = {
  /** The accessible name. */
  label: string;
  /** From 0 to 100; null while the total is unknown: the bar is half full, without a value. */
  percent: number | null;
  /** Classes of the bar, for a colour with a meaning. */
  className?: string;
};

/** How much of a task is done. */
export function Progress({ label, percent, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line"
    >
      <div
        className={cn(
          'h-full rounded-full bg-primary transition-[width] duration-500 motion-reduce:transition-none',
          className,
        )}
        style={{ width: `${percent ?? 50}%` }}
      />
    </div>
  );
}
