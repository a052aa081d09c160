import { randomUUID } from 'node:crypto';
import { demoTenantId } from '@crm/command-api/demo/perform.ts';
import { retryDeadLetters, systemOverview } from '@crm/contracts/dashboards/platform.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { NewEvent } from '@crm/platform/event-store/port.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { writeUnchecked } from '@crm/platform/test/write-unchecked.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startProduct } from './product.ts';

const db = await testDatabase();
const METRICS_TOKEN = 'a-token-of-the-tests';

/** Starts the product on this file's database. It may log an error per dead letter, but no other errors. */
async function start() {
  let end = async () => {};
  const product = await startProduct({ METRICS_TOKEN }, { onto: db, atEnd: (stop) => (end = stop) });
  const stop = async () => {
    const errors = await end().then(
      () => '',
      (error: Error) => error.message,
    );
    end = async () => {};
    return errors;
  };
  onTestFinished(async () => void (await stop()));
  return { ...product, stop };
}

/** Commands of the package, run next to the product. */
const environment = { DATABASE_URL: db.url, SECRET_KEY: TEST_SECRET_KEY };
const rebuild = (...args: string[]) => runProgram('projections/rebuild.ts', args, environment);
const deadLetters = (...args: string[]) =>
  runProgram('platform/runner/dead-letters/main.ts', args, environment);

/** Appends a copy of a demo lead with a name that Postgres refuses, and a later change of it. */
async function poisonedLead() {
  const { rows } = await db.pool.query<Pick<NewEvent, 'data' | 'meta'>>(
    `select data, meta from event_store.events
      where type = 'LeadCreated' and meta->>'tenant' = $1 order by position limit 1`,
    [demoTenantId('Demo Sales')],
  );
  const [like] = rows;
  if (!like) throw new Error('The demo has leads');
  const created = JSON.parse(
    JSON.stringify(like.data).replace(/"fullName":"[^"]*"/, '"fullName":"Meera \\u0000Nair"'),
  );
  const stream = leadStream(LeadId.parse(randomUUID()));
  const event = (type: string, data: unknown): NewEvent => ({
    id: randomUUID(),
    type,
    version: 1,
    data,
    meta: like.meta,
  });
  await writeUnchecked(db.pool, stream, [
    event('LeadCreated', { ...created, orderId: 'POISON-1' }),
    event('LeadStatusChanged', { from: 'processing', to: 'hold', reason: 'call again' }),
  ]);
  return stream;
}

test('a poisoned lead degrades the product but does not stop rebuilds or starts; a retry repairs it', async () => {
  let product = await start();
  const get = async (url: string) =>
    (await product.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
      .body;
  const readyz = async () => JSON.parse(await get('/readyz'));
  const found = async () => {
    const admin = await product.signIn('admin@demo.test');
    const { data, pagination } = await admin.ask(listLeads, { query: { search: 'meera' } });
    return { statuses: data.map(({ status }) => status), total: pagination?.total };
  };
  await expect.poll(readyz).toEqual({ status: 'ready' });
  const stream = await poisonedLead();

  const degraded = {
    status: 'degraded',
    reason: 'leads: 1 event could not be applied, 1 later one is held behind it (npm run dead-letters)',
  };
  await expect.poll(readyz).toEqual(degraded);
  expect(await get('/metrics')).toContain('dead_letters{consumer="leads",state="failed"} 1');
  const { output: listed } = await deadLetters();
  expect(listed).toContain('leads: 1 event failed, 1 later event is held');
  expect(listed).toContain(`stream ${stream}, event`);
  expect(listed).toContain('error: error: invalid byte sequence');

  // The super admin sees it, and a retry that fails again counts one more attempt.
  const superAdmin = await product.signIn('super@demo.test');
  const shown = async () => (await superAdmin.ask(systemOverview)).data;
  expect(await shown()).toMatchObject({
    failedEvents: 1,
    deadLetters: [{ consumer: 'leads', type: 'LeadCreated', stream, held: 1, isRetrying: false }],
  });
  const attempts = async () => (await shown()).deadLetters.map((letter) => letter.attempts);
  const [before = 0] = await attempts();
  await superAdmin.ask(retryDeadLetters, { body: { consumer: 'leads' } });
  await expect.poll(attempts).toEqual([before + 1]);

  // As if the running program could apply them.
  await db.pool.query('delete from dead_letters');
  const waiting = await rebuild('leads');
  expect(waiting.code, waiting.output).toBe(2);
  expect(waiting.output).toMatch(/leads: rebuilt from \d+ events, but NOT switched over/);
  expect(waiting.output).toContain('2 events of the history could not be applied');
  expect(waiting.output).toMatch(
    new RegExp(`LeadCreated at position \\d+, stream ${stream}, tenant [0-9a-f-]+: error`),
  );
  expect(waiting.output).toMatch(/LeadStatusChanged .*: held, because an earlier event/);
  expect(waiting.output).toContain('npm run rebuild -- leads --accept');
  const accepted = await rebuild('leads', '--accept');
  expect(accepted, accepted.output).toMatchObject({ code: 0 });
  expect(accepted.output).toMatch(/leads: .*generation 2 is live now/);
  expect(accepted.output).not.toMatch(/DIFFERENT/);
  await expect.poll(readyz).toEqual(degraded);
  const logged = await product.stop();
  expect(logged).toContain('dead letter');
  expect(logged).not.toContain('Meera');

  // A program with a newer version of the read model.
  await db.pool.query(`update checkpoints set version = 0 where name = 'leads'`);
  product = await start();
  await expect.poll(readyz).toEqual(degraded);
  expect(await found()).toEqual({ statuses: [], total: 0 });
  const failed = await deadLetters('retry', 'leads');
  expect(failed.output).toContain('2 attempts, 1 later event of its sequence is held');

  // The effect that upcasting in a newer program would have.
  await db.pool.query(
    `update event_store.events set data = replace(data::text, '\\u0000', '')::json where stream = $1`,
    [stream],
  );
  const retried = await deadLetters('retry');
  expect(retried.output).toContain('There are no dead letters.');
  await expect.poll(readyz).toEqual({ status: 'ready' });
  expect(await get('/metrics')).not.toContain('dead_letters{');
  expect(await found()).toEqual({ statuses: ['hold'], total: 1 });
  expect(await product.stop()).toBe('');
});
