import { gaugesAtScrape, type ScrapeOptions } from '@crm/platform/metrics/at-scrape.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Gauge } from 'prom-client';
import { OPEN_AT, waitingNow } from './claim.ts';

/** Counts end here: 100,000 rows took 0.3 s on a busy machine. */
const MOST_COUNTED = 20_000;

/** For /metrics: the queue of deliveries. */
export const queueGauges = (
  db: Pick<Db, 'query'>,
  { mostCounted = MOST_COUNTED, ...options }: ScrapeOptions & { mostCounted?: number },
): Gauge[] =>
  gaugesAtScrape(
    'postback queue',
    {
      postback_queue_deliveries: {
        help: 'Deliveries that have not ended: due (may be sent now), retry (wait for their next attempt), behind (wait for an earlier delivery of their lead), in_flight (claimed by a worker); counted up to 20000 together',
        labelNames: ['state'],
      },
      postback_queue_oldest_due_seconds: {
        help: 'Time in the queue of the oldest delivery that may be sent now and is not paused with its partner; 0 when there is none',
      },
      postback_circuits_open: {
        help: 'Postbacks whose partner failed repeatedly or asked for a pause: they get at most one delivery after each pause, and count also while that one is sent',
      },
    },
    async () => {
      const { rows } = await db.query<{
        due: number;
        retry: number;
        behind: number;
        in_flight: number;
        paused: number;
      }>(
        `/* every tenant: metrics */
         select (count(*) filter (where q.lease is null and q.due_at <= clock.now))::int as due,
           (count(*) filter (where q.lease is null and q.due_at > clock.now and q.due_at < 'infinity'))::int as retry,
           (count(*) filter (where q.lease is null and q.due_at = 'infinity'))::int as behind,
           (count(*) filter (where q.lease is not null))::int as in_flight,
           (select count(*) from postback_lanes l
             where l.paused_until > postback_clock()
                or (l.failures >= ${OPEN_AT} and exists (
                  select from postback_queue q where q.postback = l.postback -- postback_queue_turns
                )))::int as paused
         from (select postback_clock() as now) clock
         left join (
           select due_at, lease from postback_queue limit ${mostCounted}
         ) q on true
         group by clock.now`,
      );
      const [row] = rows;
      if (!row) throw new Error('An aggregate has one row');
      const { due, retry, behind, in_flight, paused } = row;
      return {
        postback_queue_deliveries: Object.entries({ due, retry, behind, in_flight }).map(
          ([state, value]) => ({ labels: { state }, value }),
        ),
        postback_queue_oldest_due_seconds: [{ value: await oldestDueSeconds(db) }],
        postback_circuits_open: [{ value: paused }],
      };
    },
    options,
  );

/**
 * Of all rows, not of those that are counted: the counted ones may all be of a paused postback. Reads two rows of each
 * postback that something waits for.
 */
async function oldestDueSeconds(db: Pick<Db, 'query'>): Promise<number> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `/* every tenant: metrics */
     with recursive ${waitingNow}
     select extract(epoch from max(clock.now - oldest.since))::float8 as seconds
     from clock cross join waiting w cross join lateral (
       (
         select q.enqueued_at as since from postback_queue q
         where q.postback = w.postback and q.lease is null and q.due_at = '-infinity'
         order by q.n limit 1
       )
       union all
       (
         select q.due_at from postback_queue q
         where q.postback = w.postback and q.lease is null and q.due_at > '-infinity' and q.due_at <= clock.now
           and q.due_at < 'infinity' -- implied, but the planner needs it for the index
         order by q.due_at limit 1
       )
     ) oldest
     where not exists (
       select from postback_lanes l where l.postback = w.postback and l.paused_until > clock.now
     )`,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}
