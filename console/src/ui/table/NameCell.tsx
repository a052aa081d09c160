import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

type NameCellProps = {
  name: string;
  /** The page of the row. */
  to: string;
  dense: boolean;
  className?: string;
  /** A second line, which a dense row shows behind the name or not at all. */
  children?: ReactNode;
};

/** The name of a row as a link to its page. */
export function NameCell({ name, to, dense, className = '', children }: NameCellProps) {
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'}>
      <Link
        to={to}
        title={name}
        dir="auto"
        className={`truncate rounded-ui text-left font-medium hover:underline ${className}`}
      >
        {name}
      </Link>
      {children}
    </div>
  );
}
