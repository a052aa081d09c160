import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { can } from '../auth/can.ts';
import type { Finder } from '../keys/finder.ts';
import { findLeads } from '../leads/find.ts';
import { findPostbacks } from '../postbacks/find.ts';

/** The finders of the palette (Ctrl K). A feature adds its finder here. */
const admins: readonly Finder[] = [findLeads, findPostbacks];
const others: readonly Finder[] = [findLeads];

export const findersOf = (user: SignedInUser) => (can(user, 'manage-postbacks') ? admins : others);
