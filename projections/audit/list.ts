import {
  listAllAuditChoices,
  listAllAuditLogs,
  listAuditChoices,
  listAuditLogs,
} from '@crm/contracts/audit/audit.ts';
import { eventTypes } from '@crm/events/versions.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { admins, superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { z } from 'zod';
import { query } from '../query.ts';
import { entriesOf } from './entries.ts';
import { findRows, placeOf } from './find.ts';
import { NAMES_READ } from './names.ts';
import { type AuditScope, type Place, scopeSql } from './scope.ts';

const reads = ['audit', ...NAMES_READ];

/** Lists the audit history of an organisation for its admins, newest first. */
export const auditLogs = query({
  endpoint: listAuditLogs,
  policy: admins,
  reads,
  run: ({ query, caller }, db, { store }) => pageOf(db, store, caller.tenant, query),
});

/** Lists the audit history of the platform and of all organisations. */
export const allAuditLogs = query({
  endpoint: listAllAuditLogs,
  policy: superAdmins,
  reads,
  run: ({ query }, db, { store }) => pageOf(db, store, '*', query),
});

type PageQuery = z.output<typeof listAuditLogs.query>;

async function pageOf(db: Db, store: EventStore, scope: AuditScope, asked: PageQuery) {
  const { limit, before, after, ...filters } = asked;
  const to = after === undefined ? ('older' as const) : ('newer' as const);
  const from = after ?? before;
  const place = from === undefined ? null : await placeOf(db, scope, to, from);
  if (from !== undefined && place === null) return refused('audit-entry-not-found');
  // One more row tells whether there is a further page.
  const { rows, stoppedAt } = await findRows(db, store, { scope, filters, place, limit: limit + 1 });
  const hasMore = rows.length > limit;
  const shown = to === 'newer' && hasMore ? rows.slice(1) : rows.slice(0, limit);
  const [first, last] = [shown[0]?.position ?? null, shown.at(-1)?.position ?? null];
  const next = (end: string | null) => (hasMore ? end : stoppedAt);
  return {
    kind: 'answer' as const,
    data: {
      entries: await entriesOf(db, store, scope, shown),
      older: to === 'newer' ? (last ?? (place && (await nextNewer(db, store, scope, place)))) : next(last),
      newer: to === 'newer' ? next(first) : place && first,
    },
  };
}

/** The entry that follows a place: the older page `before` it begins with the entry of the place. Null at the newest one. */
async function nextNewer(db: Db, store: EventStore, scope: AuditScope, place: Place): Promise<string | null> {
  const { rows } = await findRows(db, store, { scope, filters: {}, place, limit: 1 });
  return rows[0]?.position ?? null;
}

/** Beyond this number, an actor is chosen in an entry. */
const MOST_ACTORS = 1_000;

export const auditChoices = query({
  endpoint: listAuditChoices,
  policy: admins,
  reads: ['users'],
  run: ({ caller }, db) => choicesOf(db, caller.tenant),
});

export const allAuditChoices = query({
  endpoint: listAllAuditChoices,
  policy: superAdmins,
  reads: ['users'],
  run: (_, db) => choicesOf(db, '*'),
});

/** The users of a scope by name, and all actions. Index users_tenant. */
async function choicesOf(db: Db, scope: AuditScope) {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ _id: string; name: string; role: string }>(
    `${mark} select id as _id, full_name as name, role from users where tenant ${ofScope}
      order by full_name collate "und-x-icu", id limit ${MOST_ACTORS + 1}`,
    values,
  );
  return {
    kind: 'answer' as const,
    data: {
      actors: rows.slice(0, MOST_ACTORS),
      cut: rows.length > MOST_ACTORS,
      actions: Object.keys(eventTypes).sort(),
    },
  };
}
