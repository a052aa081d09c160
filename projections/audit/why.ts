import { explainAnyAuditLog, explainAuditLog } from '@crm/contracts/audit/audit.ts';
import { batchStream, idOf } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { admins, superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { describeEntries, eventsOf } from './entries.ts';
import { findRow, findRowsAt } from './find.ts';
import { NAMES_READ } from './names.ts';
import { type AuditScope, scopeSql } from './scope.ts';
import type { AuditRow } from './table.ts';

const reads = ['audit', ...NAMES_READ];

/** Explains an entry of the organisation's history. */
export const auditWhy = query({
  endpoint: explainAuditLog,
  policy: admins,
  reads,
  run: ({ params, caller }, db, { store }) => explain(db, store, caller.tenant, params.entry),
});

/** Explains an entry of any history. */
export const anyAuditWhy = query({
  endpoint: explainAnyAuditLog,
  policy: superAdmins,
  reads,
  run: ({ params }, db, { store }) => explain(db, store, '*', params.entry),
});

/** The most steps of an explanation: a bulk action may cause thousands of events. */
const MOST = 200;

async function explain(db: Db, store: EventStore, scope: AuditScope, position: string) {
  const row = await findRow(db, scope, position);
  if (!row) return refused('audit-entry-not-found');
  const { rows, cut } = await related(db, store, scope, row);
  const events = await eventsOf(store, rows);
  const depths = depthsOf(events);
  const entries = await describeEntries(
    db,
    store,
    scope,
    depths.map(({ event }) => event),
  );
  const steps = entries.map((entry, at) => ({ depth: depths[at]?.depth ?? 0, entry }));
  return { kind: 'answer' as const, data: { steps, cut } };
}

/**
 * The events of one correlation. The commands of a batch have the batch's id as theirs, so the batch's own correlation
 * is followed too, in both directions.
 */
async function related(db: Db, store: EventStore, scope: AuditScope, row: AuditRow) {
  const known = new Set<string>();
  const found = new Map([[row.position, row]]);
  let next = correlationsOf(row);
  while (next.length > 0 && found.size <= MOST) {
    for (const correlation of next) known.add(correlation);
    const [caused, started] = await Promise.all([
      byCorrelation(db, scope, next),
      batchStarts(db, store, scope, next),
    ]);
    for (const each of [...caused, ...started]) found.set(each.position, each);
    next = [...new Set([...caused, ...started].flatMap(correlationsOf))].filter((each) => !known.has(each));
  }
  const inOrder = [...found.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
  const rows = inOrder.slice(0, MOST);
  if (!rows.some(({ position }) => position === row.position)) rows.push(row);
  return { rows, cut: inOrder.length > MOST };
}

/** A batch's id is the correlation of what it did. */
function correlationsOf({ correlation, stream }: AuditRow): string[] {
  return [...(correlation === null ? [] : [correlation]), ...(isBatch(stream) ? [idOf(stream)] : [])];
}

const isBatch = (stream: string) => stream.startsWith('batch-');

/** The first events of each correlation. Index audit_correlation. */
async function byCorrelation(db: Db, scope: AuditScope, correlations: readonly string[]) {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from unnest($${values.push(correlations)}::uuid[]) as c (id)
      cross join lateral (
        select a.* from audit_events a where a.tenant ${ofScope} and a.correlation = c.id
         order by a.at, a.position limit ${MOST + 1}
      ) e`,
    values,
  );
  return rows;
}

/** The rows of the starts of batches with these ids. */
async function batchStarts(db: Db, store: EventStore, scope: AuditScope, ids: readonly string[]) {
  const starts = await store.readStreams(ids.map((id) => ({ stream: batchStream(id), from: 0, limit: 1 })));
  return findRowsAt(
    db,
    scope,
    starts.map(({ position }) => position),
  );
}

/** Puts each event behind its cause. An event whose cause is not among them is a beginning. */
function depthsOf(events: readonly RecordedEvent[]): { event: RecordedEvent; depth: number }[] {
  const byCause = new Map<RecordedEvent | null, RecordedEvent[]>();
  for (const event of events) {
    const cause = causeOf(event, events);
    byCause.set(cause, [...(byCause.get(cause) ?? []), event]);
  }
  const below = (cause: RecordedEvent | null, depth: number): { event: RecordedEvent; depth: number }[] =>
    (byCause.get(cause) ?? []).flatMap((event) => [{ event, depth }, ...below(event, depth + 1)]);
  return below(null, 0);
}

/** The event that caused another one: by its own id, or as the start of a batch by the batch's id. */
function causeOf({ meta, position }: RecordedEvent, events: readonly RecordedEvent[]): RecordedEvent | null {
  const cause = meta.causationId;
  if (cause === null) return null;
  const earlier = events.filter((event) => event.position < position);
  return earlier.find(({ id, stream }) => id === cause || stream === batchStream(cause)) ?? null;
}
