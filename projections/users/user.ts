import type { User } from '@crm/contracts/users/user.ts';
import { columnsAs } from '@crm/platform/postgres/prepared.ts';
import { detailsOf, type UserRow, userColumns } from './table.ts';

/** A user's row with the number of assigned leads. */
export type CountedUserRow = UserRow & { assigned_leads: number };

/** The columns of a CountedUserRow from `users u`; from the rollup lead_figures_by_operator. */
export const countedUser = `${columnsAs('u', userColumns)}, (
    select coalesce(sum(f.leads), 0)::int
      from lead_figures_by_operator f where f.tenant = u.tenant and f.operator_id = u.id
  ) as assigned_leads`;

/** Converts a row to the contract's user, as the signed-in user has it. */
export function userOf(row: UserRow): Omit<User, 'assignedLeadsCount' | 'revision'> {
  const { canSeeLeadsOfAllOperators, ...details } = detailsOf(row);
  return {
    _id: row.id,
    ...details,
    permissions: { canSeeLeadsOfAllOperators },
    lastLogin: row.last_login?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const countedUserOf = (row: CountedUserRow): User => ({
  ...userOf(row),
  revision: row.revision,
  assignedLeadsCount: row.assigned_leads,
});
