import { systemOverview } from '@crm/contracts/dashboards/platform.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { countDeadLetters, listDeadLetters, retriesOpen } from '@crm/platform/runner/dead-letters/list.ts';
import { percent } from '../../percent.ts';
import { query } from '../../query.ts';
import { lagOf } from './lag.ts';

/** `npm run dead-letters` lists all. */
const MOST_DEAD_LETTERS = 50;

/** The state of the installation. Reads no read model, so it also answers while they are built. */
export const overview = query({
  endpoint: systemOverview,
  policy: superAdmins,
  reads: [],
  async run(_, db, { store }) {
    const counts = await countDeadLetters(db);
    const retrying = new Set(await retriesOpen(db));
    const letters = await listDeadLetters(db, null, MOST_DEAD_LETTERS);
    return {
      kind: 'answer',
      data: {
        consumers: await lagOf(db, store, new Date()),
        failedEvents: counts.reduce((sum, { failed }) => sum + failed, 0),
        deadLetters: letters.map(({ name, position, since, type, stream, error, attempts, held }) => ({
          _id: `${name} ${position}`,
          consumer: name,
          type,
          stream,
          error,
          attempts,
          since: since.toISOString(),
          held,
          isRetrying: retrying.has(name),
        })),
        deliveries: await deliveriesOf(db),
      },
    };
  },
});

/** Of the last 24 full hours and the running one: a row per postback and hour. Scans the rows of all hours that are kept. */
async function deliveriesOf(db: Db) {
  const { rows } = await db.query<{ success: number; failed: number }>(
    `/* every tenant: for super admins */
     select coalesce(sum(success), 0)::int as success, coalesce(sum(failed), 0)::int as failed
       from postback_hours where hour >= date_trunc('hour', postback_clock(), 'UTC') - interval '24 hours'`,
  );
  const { success, failed } = rows[0] ?? { success: 0, failed: 0 };
  const sent = success + failed;
  return { success, failed, rate: sent === 0 ? null : percent(success, sent) };
}
