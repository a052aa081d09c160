import { ArrowRight } from 'lucide-react';
import { StatusBadge } from './StatusBadge.tsx';

/** A status change: the old status, an arrow, the new one. */
export function StatusChange({ from, to }: { from: string | null; to: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {from && (
        <>
          <StatusBadge status={from} />
          <ArrowRight aria-label="to" className="size-3.5 shrink-0 text-muted" />
        </>
      )}
      <StatusBadge status={to} />
    </span>
  );
}
