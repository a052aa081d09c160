import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { createContext, useContext } from 'react';

export const CurrentUser = createContext<SignedInUser | null>(null);

/** The signed-in user; throws outside the authenticated layout. */
export function useCurrentUser(): SignedInUser {
  const user = useContext(CurrentUser);
  if (user === null) throw new Error('useCurrentUser is for pages inside the authenticated layout');
  return user;
}
