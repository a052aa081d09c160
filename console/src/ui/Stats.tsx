import type { ReactNode } from 'react';
import { Skeleton } from './Skeleton.tsx';

export type Stat = {
  label: string;
  /** Null while loading. */
  value: ReactNode;
};

/** A row of labelled figures. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid gap-3 max-sm:grid-cols-2 sm:[grid-template-columns:repeat(auto-fit,minmax(10rem,1fr))]">
      {stats.map(({ label, value }) => (
        <div
          key={label}
          className="min-w-0 rounded-ui border bg-surface px-4 py-3 max-sm:last:odd:col-span-2"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 break-words text-xl font-semibold tabular-nums">
            {value ?? <Skeleton className="my-1.5 w-1/2" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
