import { reservedNames, type User, userDecider } from './decide.ts';
import { userEvents } from './events.ts';

export const users = {
  decider: userDecider,
  types: userEvents,
  names: (user: User) => (user.phase === 'present' ? Object.values(reservedNames(user.details)) : []),
};
