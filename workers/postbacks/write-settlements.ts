import { storableJson } from '@crm/events/language/text.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { circuitEffectsOf } from './circuit-effects.ts';
import { OPEN_AT } from './claim.ts';
import type { LockedCircuits } from './lock-circuits.ts';
import type { Settlement } from './settlement.ts';

/** The pause of an open circuit doubles with each failed probe, from FIRST_PAUSE_MS to LAST_PAUSE_MS. */
const FIRST_PAUSE_MS = 10_000;
const LAST_PAUSE_MS = 5 * 60_000;

/** Writes results to the log, the queue, the counters and the circuits, in one statement; the circuits are locked. */
export async function writeSettlements(
  db: Db,
  settlements: readonly Settlement[],
  locked: LockedCircuits,
): Promise<void> {
  // Texts of partners and templates are copied here: characters that Postgres rejects must not block a result.
  const lines = settlements.map((settlement) => storableJson(JSON.stringify(lineOf(settlement))));
  const circuits = circuitEffectsOf(settlements, locked);
  await db.query({
    name: 'settle deliveries',
    text: `
      with given as materialized (
        select g.*, q.postback, q.lead
        from json_to_recordset($1) as g (
          tenant uuid, delivery uuid, lease uuid, claim uuid, status text, reason text, delay double precision, tried boolean,
          at timestamptz, method text, url text, request_headers json, request_body text, response_status smallint,
          response_headers json, response_body text, response_cut boolean, response_ms integer, error text,
          event text
        )
        join postback_queue q
          on q.tenant = g.tenant and q.delivery = g.delivery and q.lease = g.lease and q.claim = g.claim
        for update of q
      ), clock as materialized (
        select postback_clock() as now
      ), ended as (
        delete from postback_queue q using given g
        where q.tenant = g.tenant and q.delivery = g.delivery and g.status in ('success', 'failed', 'suppressed')
      ), kept as (
        update postback_queue q
        set lease = null, due_at = clock.now + g.delay * interval '1 millisecond',
          tries_left = q.tries_left - g.tried::int
        from given g, clock
        where q.tenant = g.tenant and q.delivery = g.delivery and g.status in ('retry', 'held')
      ), logged as (
        update postback_deliveries d
        set status = g.status, reason = g.reason, event = coalesce(g.event, d.event), attempts = d.attempts + g.tried::int,
          response_status = case when g.tried then g.response_status else d.response_status end,
          response_ms = case when g.tried then g.response_ms else d.response_ms end,
          next_attempt_at = case when g.status = 'retry' then clock.now + g.delay * interval '1 millisecond' end,
          finished_at = case when g.status <> 'retry' then clock.now end
        from given g, clock
        where d.tenant = g.tenant and d.id = g.delivery and g.status <> 'held'
        returning d.id, d.attempts
      ), attempted as (
        insert into postback_attempts (delivery, attempt, tenant, at, method, url, request_headers, request_body,
          response_status, response_headers, response_body, response_cut, response_ms, error)
        select g.delivery, l.attempts, g.tenant, g.at, g.method, g.url, g.request_headers, g.request_body,
          g.response_status, g.response_headers, g.response_body, g.response_cut, g.response_ms, g.error
        from given g join logged l on l.id = g.delivery where g.tried
      ), hours as (
        insert into postback_hours as h (tenant, postback, hour, success, failed)
        select g.tenant, g.postback, date_trunc('hour', clock.now, 'UTC'),
          count(*) filter (where g.status = 'success'), count(*) filter (where g.status = 'failed')
        from given g, clock where g.status in ('success', 'failed')
        group by 1, 2, 3 order by 2
        on conflict (postback, hour) do update
          set success = h.success + excluded.success, failed = h.failed + excluded.failed
          where h.tenant = excluded.tenant
      ), ends as (
        select g.tenant, g.postback, count(*) filter (where g.status in ('success', 'failed')) as sent,
          count(*) filter (where g.status = 'success') as success
        from given g group by g.tenant, g.postback
      ), circuits as (
        select c.*, e.tenant, e.sent, e.success,
          case
            when c.has_success then c.new_failures
            when l.paused_until > clock.now then l.failures -- attempts from before the pause
            when c.new_failures = 0 then l.failures
            when l.failures >= ${OPEN_AT} then l.failures + 1 -- the probe
            else least(l.failures + c.new_failures, ${OPEN_AT})
          end as failures
        from unnest($2::uuid[], $3::bool[], $4::int[], $5::float8[], $6::float8[])
          as c (postback, has_success, new_failures, quiet, chance)
        join ends e using (postback) join postback_lanes l on l.tenant = e.tenant and l.postback = e.postback
        cross join clock
      )
      update postback_lanes l
      set sent = l.sent + c.sent, success = l.success + c.success, failures = c.failures,
        paused_until = greatest(
          case when not c.has_success then l.paused_until end,
          case when c.failures >= ${OPEN_AT} and c.failures > l.failures then clock.now + interval '1 millisecond'
            * least(${FIRST_PAUSE_MS} * 2 ^ (c.failures - ${OPEN_AT}), ${LAST_PAUSE_MS}) * (1 + c.chance / 5) end,
          case when c.quiet > 0 then clock.now + c.quiet * interval '1 millisecond' end
        )
      from circuits c, clock where l.tenant = c.tenant and l.postback = c.postback`,
    values: [
      `[${lines.join(',')}]`,
      [...circuits.keys()],
      [...circuits.values()].map(({ hasSuccess }) => hasSuccess),
      [...circuits.values()].map(({ newFailures }) => newFailures),
      [...circuits.values()].map(({ quietMs }) => quietMs),
      [...circuits.values()].map(() => Math.random()),
    ],
  });
}

/** The JSON row of one settlement for the statement above. */
function lineOf(settlement: Settlement) {
  const { tenant, delivery, lease, claim } = settlement.claimed;
  const row = { tenant, delivery, lease, claim };
  switch (settlement.kind) {
    case 'unsent':
      return { ...row, status: settlement.status, reason: settlement.reason, tried: false };
    case 'held':
      return { ...row, status: 'held', delay: settlement.delayMs, tried: false };
    case 'tried': {
      const { verdict, event, attempt } = settlement;
      return {
        ...row,
        status: verdict.outcome,
        reason: verdict.reason,
        delay: verdict.delayMs,
        tried: true,
        event,
        at: attempt.at,
        method: attempt.method,
        url: attempt.url,
        request_headers: attempt.requestHeaders,
        request_body: attempt.requestBody,
        response_status: attempt.status,
        response_headers: attempt.responseHeaders,
        response_body: attempt.responseBody,
        response_cut: attempt.responseCut,
        response_ms: attempt.ms,
        error: attempt.error,
      };
    }
    default:
      return settlement satisfies never;
  }
}
