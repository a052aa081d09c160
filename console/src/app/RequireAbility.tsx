import { ShieldX } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { type Ability, can, leastRoleFor } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { appTexts } from './texts.ts';

/** Renders the child routes for users with the ability; others see which privileges are missing. */
export function RequireAbility({ ability }: { ability: Ability }) {
  return can(useCurrentUser(), ability) ? <Outlet /> : <AccessDenied ability={ability} />;
}

function AccessDenied({ ability }: { ability: Ability }) {
  useTitle(appTexts.denied.title);
  return (
    <div role="alert" className="mx-auto max-w-md rounded-ui border bg-surface">
      <EmptyState
        page
        icon={ShieldX}
        title={appTexts.denied.title}
        text={appTexts.denied.text[leastRoleFor(ability)]}
      />
    </div>
  );
}
