import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Deleted, another organisation's, another operator's, or never there: it says no more than that. */
export function LeadNotFound() {
  return (
    <EmptyState
      page
      icon={SearchX}
      title="Lead not found"
      action={
        <Link to="/leads" className={buttonLook('primary')}>
          Back to Leads
        </Link>
      }
    />
  );
}
