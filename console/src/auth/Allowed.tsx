import type { ReactNode } from 'react';
import { type Ability, can } from './can.ts';
import { useCurrentUser } from './currentUser.ts';

/** Shows its children to users with the ability. */
export function Allowed({ to, children }: { to: Ability; children: ReactNode }) {
  return can(useCurrentUser(), to) && children;
}
