import { paginationOf } from '@crm/contracts/answer.ts';
import { getLog, listLogs, postbackStats } from '@crm/contracts/postbacks/logs.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { percent } from '../../percent.ts';
import { query } from '../../query.ts';
import { countsOf, sumOf } from './counts.ts';
import { askedLogs, LOG_READS } from './filters.ts';
import { type AttemptRow, detailsOf, type LogRow, logColumns, logJoins, logOf } from './log.ts';
import { pageOf } from './page.ts';

/** Lists a postback's log, newest first. The workers write these rows; no projection does. */
export const postbackLogs = query({
  endpoint: listLogs,
  policy: admins,
  reads: LOG_READS,
  async run({ params, query: { page, limit, ...filters }, caller }, db) {
    if (!(await isThere(db, caller.tenant, params.id))) return refused('postback-not-found');
    const logs = await askedLogs(db, caller.tenant, params.id, filters);
    const counts = await countsOf(db, logs);
    const ids = await pageOf(db, logs, counts, { page, limit });
    const { rows } = await db.query<LogRow>(
      `select ${logColumns} from postback_deliveries d ${logJoins}
        where d.tenant = $1 and d.id = any($2::uuid[]) order by d.created_at desc, d.id desc`,
      [caller.tenant, ids],
    );
    const pagination = paginationOf(page, limit, sumOf(counts, 'n'));
    return { kind: 'answer', data: rows.map(logOf), pagination, message: logs.tooWide };
  },
});

/** Reads one delivery with its requests and responses. By the primary keys. */
export const postbackLog = query({
  endpoint: getLog,
  policy: admins,
  reads: LOG_READS,
  async run({ params, caller }, db, { store }) {
    if (!(await isThere(db, caller.tenant, params.id))) return refused('postback-not-found');
    const { rows } = await db.query<LogRow>(
      `select ${logColumns} from postback_deliveries d ${logJoins}
        where d.tenant = $1 and d.id = $2 and d.postback = $3`,
      [caller.tenant, params.logId, params.id],
    );
    const [row] = rows;
    if (!row) return refused('postback-log-not-found');
    const attempts = await db.query<AttemptRow>(
      `select attempt, at, method, url, request_headers, request_body, response_status, response_headers,
              response_body, response_cut, response_ms, error
         from postback_attempts where tenant = $1 and delivery = $2 order by attempt`,
      [caller.tenant, row.id],
    );
    const correlationId = await correlationIdOf(store, row);
    return { kind: 'answer', data: { log: detailsOf(row, attempts.rows, correlationId) } };
  },
});

/** Events of a lead in which the cause of a delivery is looked for. */
const MOST_EVENTS = 500;

async function correlationIdOf(store: EventStore, { lead_id, event_id }: LogRow): Promise<string | null> {
  if (lead_id === null) return null;
  const stream = leadStream(LeadId.parse(lead_id));
  const events = await store.readBackwards(stream, { before: null, limit: MOST_EVENTS });
  return events.find(({ id }) => id === event_id)?.meta.correlationId ?? null;
}

/** The figures of the four cards, for the given filters. */
export const postbackFigures = query({
  endpoint: postbackStats,
  policy: admins,
  reads: LOG_READS,
  async run({ params, query: filters, caller }, db) {
    if (!(await isThere(db, caller.tenant, params.id))) return refused('postback-not-found');
    const logs = await askedLogs(db, caller.tenant, params.id, filters);
    const counts = await countsOf(db, logs);
    const of = (...statuses: string[]) => counts.filter(({ status }) => statuses.includes(status));
    const sent = sumOf(of('success', 'failed'), 'n');
    const success = sumOf(of('success'), 'n');
    const timed = sumOf(counts, 'timed');
    return {
      kind: 'answer',
      message: logs.tooWide,
      data: {
        totalSent: sent,
        totalSuccess: success,
        totalFailed: sent - success,
        totalPending: sumOf(of('pending', 'retry'), 'n'),
        totalSuppressed: sumOf(of('suppressed'), 'n'),
        successRate: percent(success, sent),
        retryRate: percent(
          sumOf(of('success', 'failed', 'retry'), 'retried'),
          sumOf(of('success', 'failed', 'retry'), 'n'),
        ),
        averageResponseTime: timed === 0 ? 0 : Math.round(sumOf(counts, 'ms') / timed),
      },
    };
  },
});

async function isThere(db: Db, tenant: string, postback: string): Promise<boolean> {
  const { rowCount } = await db.query('select from postbacks where tenant = $1 and id = $2', [
    tenant,
    postback,
  ]);
  return rowCount === 1;
}
