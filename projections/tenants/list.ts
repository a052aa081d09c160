import { paginationOf } from '@crm/contracts/answer.ts';
import { listTenants, type Tenant } from '@crm/contracts/tenants/tenants.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { foundRows, type SearchedRow } from '../search/found-rows.ts';
import type { TenantRow } from './table.ts';

type Row = TenantRow & {
  users: number;
  leads: number;
  plan: string | null;
  admin_id: string | null;
  full_name: string;
  email: string;
  username: string;
  phone: string | null;
  is_active: boolean;
  last_login: Date | null;
  admin_revision: number;
};

/**
 * Lists the organisations, newest first. A search reads all organisations and their admins: an installation has thousands.
 * The figures are read for the page's organisations only: index users_tenant, primary keys of tenant_lead_days, with a
 * row per day, and subscriptions. lead_numbers counts a lead again when its deletion is undone.
 */
export const tenantsList = query({
  endpoint: listTenants,
  policy: superAdmins,
  reads: ['tenants', 'users', 'tenant-lead-days', 'subscriptions'],
  async run({ query: { page, limit, search, status } }, db) {
    const found = `t.imported_at is not null and ($1::uuid[] is null or t.id = any($1))
         and ($2::text is null or t.status = $2)`;
    const values = [search ? await tenantsFound(db, search) : null, status ?? null];
    const { rows: counts } = await db.query<{ total: number }>(
      `/* every tenant: for super admins */ select count(*)::int as total from tenants t where ${found}`,
      values,
    );
    const { rows } = await db.query<Row>(
      `/* every tenant: for super admins */
       select t.*, a.id as admin_id, a.full_name, a.email, a.username, a.phone, a.is_active, a.last_login,
              a.revision as admin_revision,
              (select count(*)::int from users u where u.tenant = t.id) as users,
              (select coalesce(sum(d.leads), 0)::int from tenant_lead_days d where d.tenant = t.id) as leads,
              (select s.plan->'terms'->>'name' from subscriptions s where s.tenant = t.id) as plan
         from (select * from tenants t where ${found} order by t.created_at desc, t.id limit $3 offset $4) t
         left join lateral (
           select * from users u where u.tenant = t.id and u.role = 'admin'
            order by u.is_active desc, u.created_at, u.id limit 1
         ) a on true
        order by t.created_at desc, t.id`,
      [...values, limit, (page - 1) * limit],
    );
    return {
      kind: 'answer',
      data: rows.map(tenantOf),
      pagination: paginationOf(page, limit, counts[0]?.total ?? 0),
    };
  },
});

/** By its name and its admins. */
async function tenantsFound(db: Db, search: string): Promise<string[]> {
  const { rows } = await db.query<SearchedRow>(
    `/* every tenant: for super admins */
     select t.id, array[t.organization_name, u.full_name, u.username, u.email, u.phone] as texts
       from tenants t left join users u on u.tenant = t.id and u.role = 'admin'`,
  );
  return foundRows(rows, search);
}

function tenantOf(row: Row): Tenant {
  return {
    _id: row.id,
    organizationName: row.organization_name,
    status: row.status,
    reason: row.deleted_at === null ? row.suspended_for : row.deleted_for,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    keptUntil: row.kept_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    admin:
      row.admin_id === null
        ? null
        : {
            _id: row.admin_id,
            fullName: row.full_name,
            email: row.email,
            username: row.username,
            phone: row.phone,
            isActive: row.is_active,
            lastLogin: row.last_login?.toISOString() ?? null,
            revision: row.admin_revision,
          },
    users: row.users,
    leads: row.leads,
    plan: row.plan,
    revision: row.revision,
  };
}
