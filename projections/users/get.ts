import { getUser, userStats } from '@crm/contracts/users/users.ts';
import { admins, everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { percent } from '../percent.ts';
import { query } from '../query.ts';
import type { UserRow } from './table.ts';
import { type CountedUserRow, countedUser, countedUserOf } from './user.ts';

/** Reads one user of the tenant by the primary key; for an operator only the own account. */
export const userDetail = query({
  endpoint: getUser,
  policy: everyUser,
  reads: ['users', 'leads'],
  async run({ params, caller }, db) {
    if (caller.role === 'operator' && caller.id !== params.id) return refused('user-not-found');
    const { rows } = await db.query<CountedUserRow>(
      `select ${countedUser} from users u where u.tenant = $1 and u.id = $2`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    return row ? { kind: 'answer', data: { user: countedUserOf(row) } } : refused('user-not-found');
  },
});

type StatsRow = Pick<UserRow, 'login_sessions' | 'last_login'> & {
  assigned: number;
  processed: number;
  approved: number;
};

/** Figures of a user's leads, from the rollup lead_figures_by_operator, and the count of sign-ins. */
export const userFigures = query({
  endpoint: userStats,
  policy: admins,
  reads: ['users', 'leads'],
  async run({ params, caller }, db) {
    const { rows } = await db.query<StatsRow>(
      `select u.login_sessions, u.last_login, counted.*
         from users u
         cross join lateral (
           select coalesce(sum(f.leads), 0)::int as assigned,
                  coalesce(sum(f.leads) filter (where f.status <> 'processing'), 0)::int as processed,
                  coalesce(sum(f.leads) filter (where f.status = 'approved'), 0)::int as approved
             from lead_figures_by_operator f where f.tenant = u.tenant and f.operator_id = u.id
         ) counted
        where u.tenant = $1 and u.id = $2`,
      [caller.tenant, params.id],
    );
    const [row] = rows;
    if (!row) return refused('user-not-found');
    const { assigned, processed, approved } = row;
    return {
      kind: 'answer',
      data: {
        assignedLeads: assigned,
        totalLeadsProcessed: processed,
        approvedLeads: approved,
        approvalRate: percent(approved, processed),
        loginSessions: row.login_sessions,
        lastLogin: row.last_login?.toISOString() ?? null,
      },
    };
  },
});
