import { ArrowRight } from 'lucide-react';
import { StatusBadge } from './StatusBadge.tsx';
import { uiTexts } from './texts.ts';

/** A status change: the old status, an arrow, the new one. */
export function StatusChange({ from, to }: { from: string | null; to: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {from && (
        <>
          <StatusBadge status={from} />
          <ArrowRight aria-label={uiTexts.statusChangesTo} className="size-3.5 shrink-0 text-muted" />
        </>
      )}
      <StatusBadge status={to} />
    </span>
  );
}
