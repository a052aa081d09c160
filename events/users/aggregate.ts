import type { TenantId } from '../ids.ts';
import { reservedNames, type User, userDecider } from './decide.ts';
import { userEvents } from './events.ts';

export const users = {
  decider: userDecider,
  types: userEvents,
  isLookedUp: true,
  names: {
    of: (user: User, tenant: TenantId) =>
      user.phase === 'present' ? reservedNames(user.details, tenant) : [],
    whenTaken: (name: string) => (name.startsWith('email:') ? 'email-taken' : 'username-taken'),
  },
};
