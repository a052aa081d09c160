import { idOf } from '@crm/events/streams.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type AuditScope, scopeSql } from './scope.ts';

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
export const idsIn = (text: string): readonly string[] => text.match(ID) ?? [];
/** A bulk event may name thousands of leads; those beyond this number keep their ids. */
const MOST = 5_000;

/** The names of the records that events belong to or mention, by id. Primary keys. */
export async function namesIn(
  db: Db,
  scope: AuditScope,
  events: readonly RecordedEvent[],
): Promise<Map<string, string>> {
  const mentioned = events.flatMap(({ stream, data, meta }) => [
    idOf(stream),
    meta.tenant,
    ...idsIn(JSON.stringify(data) ?? ''),
  ]);
  const { mark, ofScope, values } = scopeSql(scope);
  const ids = `$${values.push([...new Set(mentioned)].slice(0, MOST))}::uuid[]`;
  const { rows } = await db.query<{ id: string; name: string }>(
    `${mark} select id, order_id as name from leads where tenant ${ofScope} and id = any(${ids})
     union all select id, full_name from users where tenant ${ofScope} and id = any(${ids})
     union all select id, name from offers where tenant ${ofScope} and id = any(${ids})
     union all select id, name from postbacks where tenant ${ofScope} and id = any(${ids})
     union all select id, name from views where tenant ${ofScope} and id = any(${ids})
     union all select id, details->>'name' from plans where tenant ${ofScope} and id = any(${ids})
     union all select id, name from saved_reports where tenant ${ofScope} and id = any(${ids})
     union all select id, organization_name from tenants where tenant ${ofScope} and id = any(${ids})
     union all select id, view->>'title' from batches where tenant ${ofScope} and id = any(${ids})`,
    values,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The read models that the names come from. */
export const NAMES_READ = [
  'leads',
  'users',
  'offers',
  'postbacks',
  'views',
  'plans',
  'saved-reports',
  'tenants',
  'batches',
];
