import type { SignedInCaller } from '../http/caller.ts';

/** Rooms of the live push. Only the server assigns sockets to rooms; clients cannot join one. */
export const peopleOf = (tenant: string) => `tenant:${tenant}`;
export const adminsOf = (tenant: string) => `tenant:${tenant}:admins`;
/** Operators with the grant canSeeLeadsOfAllOperators; admins have their own room. */
export const allLeadsOf = (tenant: string) => `tenant:${tenant}:all-leads`;
export const userRoom = (user: string) => `user:${user}`;
/** All super admins. */
export const SUPER_ADMINS = 'super-admin';

/** The rooms of a caller, by the caller's current role and grants. */
export function roomsOf({ id, tenant, role, seesAllLeads }: SignedInCaller): string[] {
  switch (role) {
    case 'super_admin':
      return [userRoom(id), SUPER_ADMINS];
    case 'admin':
      return [userRoom(id), peopleOf(tenant), adminsOf(tenant)];
    case 'operator':
      return [userRoom(id), peopleOf(tenant), ...(seesAllLeads ? [allLeadsOf(tenant)] : [])];
    default:
      return role satisfies never;
  }
}
