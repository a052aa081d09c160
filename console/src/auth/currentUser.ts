import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { createContext, useContext } from 'react';

/** The signed-in user. `isViewed`: a super admin views the organisation as this admin, and changes nothing. */
export type CurrentUser = SignedInUser & { isViewed: boolean };

export const CurrentUserContext = createContext<CurrentUser | null>(null);

/** The signed-in user; throws outside the authenticated layout. */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext);
  if (user === null) throw new Error('useCurrentUser is for pages inside the authenticated layout');
  return user;
}
