import { postbackHealth } from '@crm/contracts/postbacks/postbacks.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { percent } from '../percent.ts';
import { query } from '../query.ts';

/** Admins are warned below this success rate, in percent. */
const GOOD_ENOUGH = 80;
/** Minimum number of deliveries for a meaningful rate. */
const FEWEST = 5;

type Row = { id: string; name: string; disabled_at: Date | null; sent: number; success: number; since: Date };

/**
 * The warnings of the banner: postbacks that were disabled by a 410, and postbacks that fail. Failures are counted for
 * the current and the previous full hour. Indexes postbacks_tenant and postback_hours_tenant.
 */
export const health = query({
  endpoint: postbackHealth,
  policy: admins,
  reads: ['postbacks'],
  async run({ caller }, db) {
    const { rows } = await db.query<Row>(
      `select p.id, p.name, case when not p.is_active then p.disabled_at end as disabled_at,
              coalesce(h.sent, 0) as sent, coalesce(h.success, 0) as success, coalesce(h.since, p.disabled_at) as since
         from postbacks p
         left join (
           select postback, sum(success + failed)::int as sent, sum(success)::int as success, min(hour) as since
             from postback_hours
            where tenant = $1 and hour >= date_trunc('hour', postback_clock(), 'UTC') - interval '1 hour'
            group by postback
         ) h on h.postback = p.id
        where p.tenant = $1
          and (not p.is_active and p.disabled_reason = 'gone'
            or p.is_active and h.sent >= ${FEWEST} and h.success * 100 < h.sent * ${GOOD_ENOUGH})
        order by p.name collate "und-x-icu", p.id`,
      [caller.tenant],
    );
    const data = rows.map(({ id, name, disabled_at, sent, success, since }) => {
      const postback = { _id: id, name };
      return disabled_at
        ? { postback, problem: 'gone' as const, successRate: null, since: disabled_at.toISOString() }
        : {
            postback,
            problem: 'failing' as const,
            successRate: percent(success, sent),
            since: since.toISOString(),
          };
    });
    return { kind: 'answer', data };
  },
});
