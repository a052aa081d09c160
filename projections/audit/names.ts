import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type AuditScope, scopeSql } from './scope.ts';

/** The names of records that have a row, by id. Primary keys. */
export async function namesOfRows(
  db: Db,
  scope: AuditScope,
  records: Iterable<string>,
): Promise<Map<string, string>> {
  const { mark, ofScope, values } = scopeSql(scope);
  const ids = `$${values.push([...new Set(records)])}::uuid[]`;
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
