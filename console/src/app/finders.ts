import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { Finder } from '../keys/finder.ts';
import { findLeads } from '../leads/find.ts';
import { findPostbacks } from '../postbacks/find.ts';

/** The finders of the palette (Ctrl K), by role. A feature adds its finder here. */
const admins: readonly Finder[] = [findLeads, findPostbacks];
const others: readonly Finder[] = [findLeads];

export const findersOf = ({ role }: Pick<SignedInUser, 'role'>) => (role === 'admin' ? admins : others);
