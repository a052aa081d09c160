import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { type Ability, can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';

// Links lead only to pages that the user may open.
const AccessDenied = lazy(async () => ({ default: (await import('./AccessDenied.tsx')).AccessDenied }));

/** Renders the child routes for users with the ability; others see why not. */
export function RequireAbility({ ability }: { ability: Ability }) {
  if (can(useCurrentUser(), ability)) return <Outlet />;
  return (
    <Suspense>
      <AccessDenied ability={ability} />
    </Suspense>
  );
}
