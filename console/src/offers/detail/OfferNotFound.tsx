import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonLook } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Deleted, another organisation's, or never there: it says no more than that. */
export function OfferNotFound() {
  return (
    <EmptyState
      page
      icon={SearchX}
      title="Offer not found"
      action={
        <Link to="/offers" className={buttonLook('primary')}>
          Back to Offers
        </Link>
      }
    />
  );
}
