import { createHash } from 'node:crypto';
import type { Db } from '@crm/platform/postgres/transaction.ts';

/** A report as it was made; `body` is the JSON of the answer's data. */
export type KeptReport = { tenant: string; request: Buffer; position: string; body: string };

const KEPT_DAYS = 365;
/** Per tenant, the newest: at most 20 KB each for a year of days. */
const MOST_KEPT = 2_000;

/** A hash of everything that a report depends on beside the position. */
export const requestHash = (request: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest();

/** Index report_results_request. */
export async function readKept(
  db: Db,
  { tenant, request, position }: Omit<KeptReport, 'body'>,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>(
    `select body from report_results where tenant = $1 and request = $2 and position = $3
      order by made_at limit 1`,
    [tenant, request, position],
  );
  return rows[0]?.body ?? null;
}

/** Stores a report, and deletes those of the tenant that are too old or too many. Index report_results_age. */
export async function keep(db: Db, { tenant, request, position, body }: KeptReport): Promise<void> {
  await db.query('insert into report_results (tenant, request, position, body) values ($1, $2, $3, $4)', [
    tenant,
    request,
    position,
    body,
  ]);
  await db.query(
    `delete from report_results r
      where r.tenant = $1
        and r.made_at < greatest(
          now() - make_interval(days => $2),
          (select made_at from report_results where tenant = $1 order by made_at desc offset $3 limit 1)
        )`,
    [tenant, KEPT_DAYS, MOST_KEPT],
  );
}
