import { listAllAuditCheckpoints, listAuditCheckpoints } from '@crm/contracts/audit/audit.ts';
import { admins, superAdmins } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { query } from '../query.ts';
import { type AuditScope, scopeSql } from './scope.ts';

/** The signed checkpoints of the organisation's history (workers/audit/chain). */
export const auditCheckpoints = query({
  endpoint: listAuditCheckpoints,
  policy: admins,
  reads: [],
  run: ({ caller }, db) => checkpointsOf(db, caller.tenant),
});

export const allAuditCheckpoints = query({
  endpoint: listAllAuditCheckpoints,
  policy: superAdmins,
  reads: [],
  run: (_, db) => checkpointsOf(db, '*'),
});

type CheckpointRow = {
  tenant: string;
  events: number;
  hash: string;
  signed_at: Date;
  public_key: string;
  signature: string;
};
const columns = 'c.tenant, c.events::float8 as events, c.hash, c.signed_at, c.public_key, c.signature';

/** Of the older checkpoints: a year of ten organisations, 1 MB. */
const MOST_OLDER = 4_000;

/** The newest checkpoint of each organisation, then the latest of the others. */
async function checkpointsOf(db: Db, scope: AuditScope) {
  const newest = await newestOfEach(db, scope);
  // One more row tells whether there are more.
  const older = await olderOnes(db, scope, MOST_OLDER + 1);
  const checkpoints = [...newest, ...older.slice(0, MOST_OLDER)].map(({ signed_at, public_key, ...row }) => ({
    ...row,
    signedAt: signed_at.toISOString(),
    publicKey: public_key,
  }));
  return { kind: 'answer' as const, data: { checkpoints, cut: older.length > MOST_OLDER } };
}

/** Steps from one organisation to the next by the primary key, because the table has all days of each. */
async function newestOfEach(db: Db, scope: AuditScope): Promise<CheckpointRow[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<CheckpointRow>(
    `${mark} with recursive tenants as (
       (select tenant from audit_checkpoints where tenant ${ofScope} order by tenant limit 1)
       union all
       select (select c.tenant from audit_checkpoints c
                where c.tenant ${ofScope} and c.tenant > t.tenant order by c.tenant limit 1)
         from tenants t where t.tenant is not null
     )
     select ${columns} from tenants t
      cross join lateral (
        select * from audit_checkpoints c where c.tenant = t.tenant order by c.events desc limit 1
      ) c
      order by c.signed_at desc, c.tenant`,
    values,
  );
  return rows;
}

/** The latest checkpoints that have a newer one of their organisation: index audit_checkpoints_signed, and the primary key. */
async function olderOnes(db: Db, scope: AuditScope, limit: number): Promise<CheckpointRow[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<CheckpointRow>(
    `${mark} select ${columns} from audit_checkpoints c
      where c.tenant ${ofScope}
        and exists (select from audit_checkpoints later where later.tenant = c.tenant and later.events > c.events)
      order by c.signed_at desc, c.tenant limit ${limit}`,
    values,
  );
  return rows;
}
