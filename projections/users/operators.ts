import { operatorsForFilter } from '@crm/contracts/auth/auth.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { admins, allLeadsReaders } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';
import type { UserRow } from './table.ts';

type OperatorRow = Pick<UserRow, 'id' | 'full_name' | 'username' | 'email'>;

/** Lists active operators by name, for the assign dialogs. Index users_tenant. */
export const operators = query({
  endpoint: listOperators,
  policy: admins,
  reads: ['users'],
  async run({ caller }, db) {
    const { rows } = await db.query<OperatorRow>(
      `select u.id, u.full_name, u.username, u.email
         from users u
        where u.tenant = $1 and u.role = 'operator' and u.is_active
        order by u.full_name collate "und-x-icu", u.id`,
      [caller.tenant],
    );
    return {
      kind: 'answer',
      data: rows.map(({ id, full_name, username, email }) => ({
        _id: id,
        fullName: full_name,
        username,
        email,
      })),
    };
  },
});

/**
 * Lists operators for the assignment filter, also inactive ones, because leads may still be assigned to them. For users
 * who see more than their own leads. Index users_tenant.
 */
export const operatorsToFilterBy = query({
  endpoint: operatorsForFilter,
  policy: allLeadsReaders,
  reads: ['users'],
  async run({ caller }, db) {
    const { rows } = await db.query<OperatorRow>(
      `select u.id, u.full_name
         from users u
        where u.tenant = $1 and u.role = 'operator'
        order by u.full_name collate "und-x-icu", u.id`,
      [caller.tenant],
    );
    return { kind: 'answer', data: rows.map(({ id, full_name }) => ({ _id: id, fullName: full_name })) };
  },
});
