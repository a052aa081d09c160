import { ShieldX } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { type Ability, can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTitle } from '../ui/useTitle.ts';

/** Renders the child routes for users with the ability; others see which privileges are missing. */
export function RequireAbility({ ability }: { ability: Ability }) {
  return can(useCurrentUser(), ability) ? <Outlet /> : <AccessDenied />;
}

function AccessDenied() {
  useTitle('Access Denied');
  return (
    <div role="alert" className="mx-auto max-w-md rounded-ui border bg-surface">
      <EmptyState page icon={ShieldX} title="Access Denied" text="Admin privileges required" />
    </div>
  );
}
