import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Deleted, another organisation's, or never there: it says no more than that. */
export function UserNotFound() {
  return (
    <EmptyState
      page
      icon={SearchX}
      title="User not found"
      action={
        <Link to="/users" className={buttonLook('primary')}>
          Back to Users
        </Link>
      }
    />
  );
}
