import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { expect, test } from 'vitest';
import { schedules } from '../app.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);
/** These schedules send no mails. */
const mail = { send: () => Promise.reject(new Error('no mail')), sweep: async () => {} };

async function runSchedules(): Promise<void> {
  for (const { run } of schedules(mail, TEST_SECRET_KEY, store)) await run(forJobs);
}

test('deletes spreadsheet rows in batch problems after 30 days, unless the batch still runs', async () => {
  const [tenant, old, young, running] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const ages: [string, string][] = [
    [old, '31 days'],
    [young, '29 days'],
    [running, '31 days'],
  ];
  for (const [batch, age] of ages)
    await db.everyTenant.query(
      `insert into batch_problems (tenant, batch, n, outcome, item, message, data, at)
       values ($1, $2, 1, 'failed', 'row 1', 'Wrong phone', '{"phone":"+91"}', now() - $3::interval)`,
      [tenant, batch, age],
    );
  await db.everyTenant.query(
    `insert into batch_runs (id, tenant, kind, position) values ($1, $2, 'lead-upload', '1')`,
    [running, tenant],
  );
  await runSchedules();
  const { rows } = await db.everyTenant.query<{ batch: string }>('select batch from batch_problems');
  expect(rows.map(({ batch }) => batch).sort()).toEqual([young, running].sort());
});

test('releases an Idempotency-Key after 7 days; unique names stay reserved', async () => {
  const names = ['command:old', 'command:young', 'email:ann@x.test'];
  await store.append({ ...sampleAppend(sampleStream(), 'none'), reserve: names });
  await db.pool.query(
    `update event_store.reservations set at = now() - interval '8 days' where name <> 'command:young'`,
  );
  await runSchedules();
  const reserve = (name: string) =>
    store.append({ ...sampleAppend(sampleStream(), 'none'), reserve: [name] });
  expect(await Promise.all(names.map(reserve))).toMatchObject([
    { kind: 'appended' },
    { kind: 'taken' },
    { kind: 'taken' },
  ]);
});

test('releases the places of billing periods that began more than a year ago', async () => {
  const tenant = TenantId.parse(randomUUID());
  const daysAgo = (days: number) => `leads:${new Date(Date.now() - days * 86_400_000).toISOString()}`;
  const [ended, running] = [daysAgo(368), daysAgo(364)];
  // Another process might be given a place whose append has just ended, and would try the next one.
  const ofOneProcess = openPlaces(db.everyTenant);
  for (const series of [ended, running])
    for (let n = 0; n < 3; n += 1) {
      const place = await ofOneProcess.take({ tenant, series, limit: 3 });
      if (!place) throw new Error('There are three places');
      const reserving = { ...sampleAppend(sampleStream(), 'none'), reserve: [place.name] };
      expect(await store.append(reserving)).toMatchObject({ kind: 'appended' });
      place.taken();
    }
  const left = async (series: string) => {
    const { rowCount: places } = await db.pool.query(
      `select from event_store.reservations where name like 'place:' || $1 || ':%'`,
      [series],
    );
    const { rowCount: blocks } = await db.everyTenant.query(
      'select from place_blocks where tenant = $1 and series = $2',
      [tenant, series],
    );
    return { places, blocks };
  };
  const before = await left(running);
  expect(await left(ended)).toEqual(before);
  expect(before.places).toBe(3);
  await runSchedules();
  expect(await left(ended)).toEqual({ places: 0, blocks: 0 });
  expect(await left(running)).toEqual(before);
  expect(await openPlaces(db.everyTenant).take({ tenant, series: running, limit: 3 })).toBeNull();
});

test('deletes the leads of a past list that was not finished, unless its batch still runs', async () => {
  const [tenant, finished, running, ended] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const list of [finished, running, ended, ended])
    await db.everyTenant.query(
      'insert into past_leads (tenant, list, lead, created_at) values ($1, $2, $3, now())',
      [tenant, list, randomUUID()],
    );
  await db.everyTenant.query('insert into past_lists (id, tenant, at, total) values ($1, $2, now(), 1)', [
    finished,
    tenant,
  ]);
  await db.everyTenant.query(
    `insert into batch_runs (id, tenant, kind, position) values ($1, $2, 'past-list', '1')`,
    [running, tenant],
  );
  await runSchedules();
  const { rows } = await db.everyTenant.query<{ list: string }>('select list from past_leads');
  expect(rows.map(({ list }) => list).sort()).toEqual([finished, running].sort());
});
