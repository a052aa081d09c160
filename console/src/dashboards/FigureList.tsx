import { Link } from 'react-router-dom';
import { formatNumber } from '../format/count.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

type Figure = {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  /** The list that the figure counts. */
  to: string;
};

/** Labelled figures, one per line; each opens the list that it counts. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="flex flex-col">
      {figures.map(({ label, value, to }) => (
        <li key={label}>
          <Link
            to={to}
            className="flex min-h-8 items-center gap-2 rounded-ui px-2 hover:bg-sunken max-md:min-h-11"
          >
            <span className="flex-1">{label}</span>
            {value === undefined ? (
              <Skeleton className="w-12" />
            ) : (
              <span className="font-medium tabular-nums">{formatNumber(value)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
