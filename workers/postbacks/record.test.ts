import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { bell } from './bell.ts';
import { claim } from './claim.ts';
import { enqueue } from './enqueue.ts';
import { openRecorder } from './record.ts';
import { TENANT } from './test/world.ts';

const db = await testDatabase();
const pools = openPools(db.url, openLog('silent'));
afterAll(() => pools.end());

test('what a partner wrote and Postgres does not take keeps no other result from being written', async () => {
  const pool = pools.deliveries;
  const [postback, token] = [randomUUID(), randomUUID()];
  await pool.query('insert into postback_lanes (postback, tenant) values ($1, $2)', [postback, TENANT]);
  await pool.query(
    `insert into postback_configurations (postback, tenant, revision, state, active) values ($1, $2, 0, '{}', true)`,
    [postback, TENANT],
  );
  await pool.query('insert into postback_workers (token) values ($1)', [token]);
  const at = '2026-03-01T12:00:00.000Z';
  const deliveries = Array.from({ length: 5 }, (_, n) => {
    const orderId = `R-${n}`;
    const lead = {
      id: leadIdOf(TENANT, orderId),
      orderId,
      details: blankDetails,
      status: 'hold',
      statusReason: null,
    } as const;
    const told = { ...lead, pendingReason: null, operator: null, createdAt: at, updatedAt: at };
    const telling = {
      event: 'new_lead',
      eventId: randomUUID(),
      eventTime: at,
      previousStatus: null,
    } as const;
    return { tenant: TENANT, postback, tries: 1, telling: { ...telling, lead: told, offerName: null } };
  });
  await inTransaction(pool, (tx) => enqueue(tx, deliveries));

  const stop = new AbortController();
  const recorder = openRecorder({
    pool,
    log: openLog('silent'),
    work: bell(),
    committed: () => {},
    signal: stop.signal,
  });
  for (const [n, claimed] of (await claim(pool, token, { most: 9, share: 9, underWay: new Map() })).entries())
    recorder.record({
      claimed,
      kind: 'tried',
      verdict: { outcome: 'success', reason: null, delayMs: 0, partner: 'well', quietMs: 0, gone: false },
      attempt: {
        at: new Date(),
        method: 'POST',
        url: 'http://partner.example/',
        requestHeaders: {},
        requestBody: 'said',
        status: 200,
        responseHeaders: {},
        responseBody: n === 2 ? 'a NUL: \0' : 'fine',
        responseCut: false,
        ms: 1,
        error: null,
      },
    });
  stop.abort();
  await recorder.run();

  const { rows } = await pool.query<{ status: string; body: string | null }>(
    `select d.status, a.response_body as body from postback_deliveries d join postback_attempts a on a.delivery = d.id
     where d.postback = $1 order by body nulls last`,
    [postback],
  );
  expect(rows).toEqual([
    ...Array(4).fill({ status: 'success', body: 'fine' }),
    { status: 'success', body: null },
  ]);
  expect((await pool.query('select from postback_queue')).rowCount).toBe(0);
});
