import type { SignedInCaller } from '../http/caller.ts';

/** The rooms of the live push. The server alone decides who stands in which; no client asks for one. */
export const peopleOf = (tenant: string) => `tenant:${tenant}`;
export const adminsOf = (tenant: string) => `tenant:${tenant}:admins`;
/** Operators who were granted canSeeLeadsOfAllOperators; admins have their own room. */
export const allLeadsOf = (tenant: string) => `tenant:${tenant}:all-leads`;
export const userRoom = (user: string) => `user:${user}`;
const superAdmins = 'super-admin';

/** Where a person stands, by who they are now. */
export function roomsOf({ id, tenant, role, seesAllLeads }: SignedInCaller): string[] {
  switch (role) {
    case 'super_admin':
      return [userRoom(id), superAdmins];
    case 'admin':
      return [userRoom(id), peopleOf(tenant), adminsOf(tenant)];
    case 'operator':
      return [userRoom(id), peopleOf(tenant), ...(seesAllLeads ? [allLeadsOf(tenant)] : [])];
    default:
      return role satisfies never;
  }
}
