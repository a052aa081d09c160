import clsx from 'clsx';
import { Link } from 'react-router-dom';

type FigureLinkProps = { to: string | null; className?: string; children: string };

/** A figure that opens the leads it counts; plain text without such a list. */
export function FigureLink({ to, className = 'text-primary-text', children }: FigureLinkProps) {
  if (to === null) return children;
  return (
    <Link to={to} className={clsx('hover:underline', className)}>
      {children}
    </Link>
  );
}
