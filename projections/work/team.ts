import { teamWork as teamWorkCall } from '@crm/contracts/work/work.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { dayAt, midnight } from '../days.ts';
import { query } from '../query.ts';
import { timeZoneOf } from '../tenants/settings.ts';
import type { WorkOperatorRow } from './operators.ts';

type MemberRow = Pick<WorkOperatorRow, 'id' | 'state' | 'since' | 'lead_id'> & {
  name: string;
  order_id: string | null;
  lead_name: string | null;
  calls: number;
  requests: number;
  recent: number;
};

/**
 * Lists the active operators who have used the work queue, those at work first. A user who has become an admin since has
 * no queue and is not listed. Primary key of work_operators; the actions of today and of the last hour, which may begin
 * before midnight, by index work_actions_operator, one range per operator.
 */
export const teamWork = query({
  endpoint: teamWorkCall,
  policy: admins,
  reads: ['work', 'users', 'leads', 'tenants'],
  async run({ query: { timeZone: requested }, caller: { tenant } }, db) {
    const timeZone = await timeZoneOf(db, tenant, requested);
    const today = midnight(dayAt(new Date(), timeZone), 0, timeZone);
    const { rows } = await db.query<MemberRow>(
      `select o.id, o.state, o.since, o.lead_id, u.full_name as name, l.order_id, l.full_name as lead_name, a.*
         from work_operators o
         join users u on u.tenant = $1 and u.id = o.id and u.role = 'operator' and u.is_active
         left join leads l on l.tenant = $1 and l.id = o.lead_id
         cross join lateral (
           select count(*) filter (where a.type = 'call' and a.at >= $2)::int as calls,
                  count(*) filter (where a.type = 'status-request' and a.at >= $2)::int as requests,
                  count(*) filter (where a.type = 'call' and a.at > now() - interval '1 hour')::int as recent
             from work_actions a
            where a.tenant = $1 and a.operator_id = o.id and a.at >= least($2, now() - interval '1 hour')
         ) a
        where o.tenant = $1
        order by array_position(array['working', 'idle', 'break', 'signed-out'], o.state),
                 u.full_name collate "und-x-icu", o.id`,
      [tenant, today],
    );
    const data = rows.map((row) => ({
      operatorId: row.id,
      fullName: row.name,
      state: row.state,
      since: row.since.toISOString(),
      lead:
        row.lead_id === null || row.order_id === null
          ? null
          : { _id: row.lead_id, orderId: row.order_id, fullName: row.lead_name ?? '' },
      callsToday: row.calls,
      requestsToday: row.requests,
      callsLastHour: row.recent,
    }));
    return { kind: 'answer', data };
  },
});
