import { ShieldX } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { type Ability, can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Renders the child routes for users with the ability; others see which privileges are missing. */
export function RequireAbility({ ability }: { ability: Ability }) {
  if (can(useCurrentUser(), ability)) return <Outlet />;
  return (
    <div role="alert" className="mx-auto max-w-md rounded-ui border bg-surface">
      <EmptyState page icon={ShieldX} title="Access Denied" text="Admin privileges required" />
    </div>
  );
}
