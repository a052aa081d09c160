import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { Finder } from '../keys/finder.ts';
import { findLeads } from '../leads/find.ts';
import { findPostbacks } from '../postbacks/find.ts';

/** What Ctrl K finds beside pages and actions. A feature adds its own here, for those who may see it. */
const admins: readonly Finder[] = [findLeads, findPostbacks];
const others: readonly Finder[] = [findLeads];

export const findersOf = ({ role }: Pick<SignedInUser, 'role'>) => (role === 'admin' ? admins : others);
