import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

type TileProps = {
  label: string;
  /** Undefined while loading. */
  value: string | undefined;
  note: string | null;
  bad?: boolean;
};

/** A figure with a note below it. */
export function Tile({ label, value, note, bad = false }: TileProps) {
  return (
    <div className="min-w-0 rounded-ui border bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={cn('mt-1 truncate text-xl font-semibold tabular-nums', bad && 'text-bad')}>
        {value ?? <Skeleton className="my-1.5 w-1/2" />}
      </dd>
      <dd className="min-h-5 truncate text-sm text-muted">{note}</dd>
    </div>
  );
}
