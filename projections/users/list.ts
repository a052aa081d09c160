import { paginationOf } from '@crm/contracts/answer.ts';
import { listUsers } from '@crm/contracts/users/users.ts';
import type { TenantId } from '@crm/events/ids.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { foundRows, type SearchedRow } from '../search/found-rows.ts';
import { type CountedUserRow, countedUser, countedUserOf } from './user.ts';

/** Lists the tenant's users, newest first. Index users_tenant; only leads of the page's users are counted. */
export const usersList = query({
  endpoint: listUsers,
  policy: admins,
  reads: ['users', 'leads'],
  async run({ query: { page, limit, search, role, isActive }, caller }, db) {
    const values = [
      caller.tenant,
      search ? await usersFound(db, caller.tenant, search) : null,
      role ?? null,
      isActive ?? null,
    ];
    const where = `($2::uuid[] is null or u.id = any($2))
        and ($3::text is null or u.role = $3)
        and ($4::boolean is null or u.is_active = $4)`;
    const [{ rows: counts }, { rows }] = await Promise.all([
      db.query<{ total: number }>(
        prepared(`select count(*)::int as total from users u where u.tenant = $1 and ${where}`, values),
      ),
      db.query<CountedUserRow>(
        prepared(
          `select ${countedUser}
             from (
               select * from users u where u.tenant = $1 and ${where}
                order by u.created_at desc, u.id desc
                limit $5 offset $6
             ) u
            order by u.created_at desc, u.id desc`,
          [...values, limit, (page - 1) * limit],
        ),
      ),
    ]);
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(countedUserOf), pagination };
  },
});

async function usersFound(db: Db, tenant: TenantId, search: string): Promise<string[]> {
  const { rows } = await db.query<SearchedRow>(
    prepared(
      'select u.id, array[u.full_name, u.username, u.email, u.phone] as texts from users u where u.tenant = $1',
      [tenant],
    ),
  );
  return foundRows(rows, search);
}
