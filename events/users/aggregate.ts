import type { TenantId } from '../ids.ts';
import { reservedNames, type User, userDecider } from './decide.ts';
import { userEvents } from './events.ts';

export const users = {
  decider: userDecider,
  types: userEvents,
  isLookedUp: true,
  names: (user: User, tenant: TenantId) =>
    user.phase === 'present' ? reservedNames(user.details, tenant) : [],
};
