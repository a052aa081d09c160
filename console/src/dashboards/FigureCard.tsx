import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCompact, formatNumber } from '../format/count.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

type FigureCardProps = {
  label: string;
  icon: LucideIcon;
  /** Undefined while loading. */
  value: number | undefined;
  /** The list that the figure counts. */
  to: string;
  /** A second line, such as the growth; null while loading. Without it, the card has one line less. */
  note?: ReactNode;
};

/** One figure on a card, which opens the list that it counts. */
export function FigureCard({ label, icon: Icon, value, to, note }: FigureCardProps) {
  return (
    <Link
      to={to}
      className="flex min-w-0 flex-col gap-1 rounded-ui border bg-surface px-4 py-3 hover:bg-sunken"
    >
      <span className="flex items-center justify-between gap-2 text-sm text-muted">
        {label}
        <Icon aria-hidden className="size-4 text-primary-text" />
      </span>
      {value === undefined ? (
        <Skeleton className="my-1.5 w-1/2" />
      ) : (
        <span className="text-xl font-semibold tabular-nums" title={formatNumber(value)}>
          {formatCompact(value)}
        </span>
      )}
      {note !== undefined && <span className="min-h-5 text-sm text-muted">{note}</span>}
    </Link>
  );
}
