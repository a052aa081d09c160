import type { TenantId } from '../ids.ts';
import { reservedNames, type User, userDecider } from './decide.ts';
import { userEvents } from './events.ts';

export const users = {
  decider: userDecider,
  types: userEvents,
  names: (user: User, tenant: TenantId) =>
    user.phase === 'present' ? reservedNames(user.details, tenant) : [],
};
