import type { TenantId } from '../ids.ts';
import { userDecider } from './decide.ts';
import { userEvents } from './events.ts';
import { reservedNames } from './reserved-names.ts';
import type { User } from './state.ts';

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
