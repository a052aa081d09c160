import { ShieldX } from 'lucide-react';
import { type Ability, can, leastRoleFor } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { authTexts } from '../auth/texts.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { deniedTexts as texts } from './texts/denied.ts';

/** In place of a page that the user may not open: which privileges are missing. */
export function AccessDenied({ ability }: { ability: Ability }) {
  useTitle(texts.title);
  const isOnlyViewed = can({ ...useCurrentUser(), isViewed: false }, ability);
  return (
    <div role="alert" className="mx-auto max-w-md rounded-ui border bg-surface">
      <EmptyState
        page
        icon={ShieldX}
        title={texts.title}
        text={isOnlyViewed ? authTexts.onlyViewed : texts.needs[leastRoleFor(ability)]}
      />
    </div>
  );
}
