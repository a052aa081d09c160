import { Link } from 'react-router-dom';

/** A figure that opens the leads it counts; plain text without such a list. */
export function FigureLink({ to, children }: { to: string | null; children: string }) {
  if (to === null) return children;
  return (
    <Link to={to} className="text-primary-text hover:underline">
      {children}
    </Link>
  );
}
