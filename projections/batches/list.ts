import { paginationOf } from '@crm/contracts/answer.ts';
import { type Batch, getBatch, listBatches, listProblems } from '@crm/contracts/batches/batches.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { prepared } from '@crm/platform/postgres/prepared.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { positionOf } from '@crm/platform/runner/checkpoint.ts';
import { query } from '../query.ts';

/** The batches that a caller of role $2 and id $3 may access, as in platform/batches/may-access.ts. */
const accessible = `($2::text = 'admin' or (b.user_role = $2 and b.user_id = $3))`;

/** Lists batches, newest first. Index batches_tenant. */
export const batchesList = query({
  endpoint: listBatches,
  policy: everyUser,
  reads: ['batches'],
  async run({ query: { page, limit, state, kind }, caller }, db) {
    const values = [caller.tenant, caller.role, caller.id, state ?? null, kind ?? null];
    const where = `${accessible}
        and ($4::text is null or b.state = $4) and ($5::text is null or b.kind = $5)`;
    const [{ rows: counts }, { rows }] = await Promise.all([
      db.query<{ total: number }>(
        prepared(`select count(*)::int as total from batches b where b.tenant = $1 and ${where}`, values),
      ),
      db.query<{ view: Batch }>(
        prepared(
          `select b.view from batches b where b.tenant = $1 and ${where}
            order by b.created_at desc, b.id desc limit $6 offset $7`,
          [...values, limit, (page - 1) * limit],
        ),
      ),
    ]);
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(({ view }) => view), pagination };
  },
});

/** Reads one batch by the primary key. */
export const batchDetail = query({
  endpoint: getBatch,
  policy: everyUser,
  reads: ['batches'],
  async run({ params, caller }, db) {
    const batch = await batchOf(db, caller, params.id);
    if (!batch) return refused('batch-not-found');
    // A batch appends its effects before its end, so the caller's next read must include them.
    const position = batch.finishedAt === null ? null : await positionOf(db, 'batches');
    return { kind: 'answer', data: { batch }, position };
  },
});

/** Lists the skipped and failed items of a batch, in order. By the primary key. */
export const batchProblems = query({
  endpoint: listProblems,
  policy: everyUser,
  reads: ['batches'],
  async run({ params, query: { page, limit, outcome }, caller }, db) {
    if (!(await batchOf(db, caller, params.id))) return refused('batch-not-found');
    const values = [caller.tenant, params.id, outcome ?? null];
    const where = 'p.batch = $2 and ($3::text is null or p.outcome = $3)';
    const { rows: counts } = await db.query<{ total: number }>(
      prepared(
        `select count(*)::int as total from batch_problems p where p.tenant = $1 and ${where}`,
        values,
      ),
    );
    const { rows } = await db.query<{
      n: number;
      outcome: 'skipped' | 'failed';
      item: string;
      message: string;
      data: null;
    }>(
      prepared(
        `select p.n, p.outcome, p.item, p.message, p.data from batch_problems p
          where p.tenant = $1 and ${where}
          order by p.n limit $4 offset $5`,
        [...values, limit, (page - 1) * limit],
      ),
    );
    return { kind: 'answer', data: rows, pagination: paginationOf(page, limit, counts[0]?.total ?? 0) };
  },
});

async function batchOf(db: Db, caller: SignedInCaller, id: string): Promise<Batch | null> {
  const { rows } = await db.query<{ view: Batch }>(
    `select b.view from batches b where b.tenant = $1 and ${accessible} and b.id = $4`,
    [caller.tenant, caller.role, caller.id, id],
  );
  return rows[0]?.view ?? null;
}
