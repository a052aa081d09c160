import { cn } from './cn.ts';
import { uiTexts } from './texts.ts';

/** Placeholder of a text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-4 animate-pulse rounded-ui bg-line', className)} />;
}

/** Placeholder of a block of lines that is loading. */
export function SkeletonLines({ count, label = uiTexts.loading }: { count: number; label?: string }) {
  const lines = Array.from({ length: count }, (_, n) => ({ id: n, width: n % 3 === 2 ? 'w-1/2' : 'w-full' }));
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {lines.map(({ id, width }) => (
        <Skeleton key={id} className={width} />
      ))}
    </div>
  );
}
