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

/** A year of ten organisations, 1 MB. */
const MOST = 4_000;

async function checkpointsOf(db: Db, scope: AuditScope) {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{
    tenant: string;
    events: number;
    hash: string;
    signed_at: Date;
    public_key: string;
    signature: string;
  }>(
    `${mark} select tenant, events::float8 as events, hash, signed_at, public_key, signature
       from audit_checkpoints where tenant ${ofScope} order by signed_at desc, tenant limit ${MOST}`,
    values,
  );
  const checkpoints = rows.map(({ signed_at, public_key, ...row }) => ({
    ...row,
    signedAt: signed_at.toISOString(),
    publicKey: public_key,
  }));
  return { kind: 'answer' as const, data: { checkpoints } };
}
