import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listBatches } from '@crm/contracts/batches/batches.ts';
import { getLead, leadStats, listComments, listLeads } from '@crm/contracts/leads/read.ts';
import { addComment, createLead } from '@crm/contracts/leads/write.ts';
import { postbackStats } from '@crm/contracts/postbacks/logs.ts';
import { listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { listSubscribers, setSubscriptionStatus } from '@crm/contracts/subscriptions/subscriptions.ts';
import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { type TestDatabase, testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore, testStoreConfig } from '@crm/platform/test/test-store.ts';
import { extendChains } from '@crm/workers/audit/chain/extend.ts';
import { signerUnder } from '@crm/workers/audit/chain/sign.ts';
import { verifyHistory } from '@crm/workers/audit/chain/verify.ts';
import { checkBackup, restore } from '@crm/workers/backup/restore.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Person } from './calls.ts';
import { startProduct } from './product.ts';
import { leadForm } from './samples.ts';

/** Data of earlier versions: e2e/api/upgrades/README.md. */
const folder = path.join(import.meta.dirname, 'upgrades');
const { signal } = new AbortController();

/** What the earlier version itself answered. */
const Answered = z.object({
  figures: z.record(z.string(), z.unknown()),
  leads: z.array(
    z.object({ orderId: z.string(), fullName: z.string(), phone: z.string(), status: z.string() }),
  ),
  batches: z.array(z.record(z.string(), z.unknown())),
  postbacks: z.record(z.string(), z.object({ sent: z.int(), success: z.int(), waiting: z.int() })),
});

const versions = readdirSync(folder).flatMap((name) =>
  name.endsWith('.crm') ? [path.parse(name).name] : [],
);

/** The data ages: its postback logs would be deleted after 90 days. */
async function keepLogs({ url, everyTenant }: TestDatabase) {
  const { rows: streams } = await everyTenant.query<{ stream: string; revision: number; meta: EventMeta }>(
    `select distinct on (stream) stream, revision::int as revision, meta from event_store.events
      where stream like 'tenant-%' order by stream, revision desc`,
  );
  const store = testStore(url);
  for (const { stream, revision, meta } of streams) {
    const event = {
      id: randomUUID(),
      type: 'PostbackLogRetentionSet',
      version: 1,
      data: { days: 3650, maxLogs: null },
      meta,
    };
    expect(await store.append({ stream, expected: revision, events: [event] })).toMatchObject({
      kind: 'appended',
    });
  }
  await store.close();
}

/** The subscription of the demo ends after a year, and without one the organisation may not work; the oldest data have none. */
async function renewSubscription(superAdmin: Person) {
  const { subscriptions } = (await vi.waitFor(() => superAdmin.ask(listSubscribers))).data;
  const own = subscriptions.find(({ userId }) => userId?.email === 'admin@demo.test');
  if (!own) return;
  const endDate = new Date(Date.now() + 366 * 24 * 3_600_000).toISOString();
  await superAdmin.ask(setSubscriptionStatus, {
    params: { id: own._id },
    body: { status: 'active', endDate },
  });
}

test.each(versions)('the data of the version of %s is read as that version showed it', async (version) => {
  const answered = Answered.parse(JSON.parse(readFileSync(path.join(folder, `${version}.json`), 'utf8')));
  const database = await testDatabase('empty', onTestFinished);
  const file = path.join(folder, `${version}.crm`);
  const checked = await checkBackup(file, TEST_SECRET_KEY, signal);
  await restore(database.url, file, { secretKey: TEST_SECRET_KEY, signal, checked });
  await keepLogs(database);
  const product = await startProduct({}, { onto: database, atEnd: onTestFinished });
  const admin = await product.signIn('admin@demo.test');
  await renewSubscription(await product.signIn('super@demo.test'));

  const { today: _, ...figures } = (await admin.ask(leadStats)).data;
  expect(figures).toEqual(answered.figures);
  const leads = (await admin.ask(listLeads, { query: { limit: 500, sortBy: 'orderId', sortOrder: 'asc' } }))
    .data;
  const shown = leads.map(({ orderId, fullName, phone, status }) => ({ orderId, fullName, phone, status }));
  expect(shown.sort((a, b) => (a.orderId < b.orderId ? -1 : 1))).toEqual(answered.leads);
  expect((await admin.ask(listBatches)).data).toMatchObject(answered.batches);
  const postbacks = (await admin.ask(listPostbacks)).data;
  expect(postbacks).toHaveLength(2);
  for (const { _id, name } of postbacks) {
    const stats = (await admin.ask(postbackStats, { params: { id: _id } })).data;
    const { sent = 0, success = 0, waiting = 0 } = answered.postbacks[name] ?? {};
    // Those that waited are held as failed.
    expect(stats).toMatchObject({ totalSent: sent + waiting, totalSuccess: success, totalPending: 0 });
  }

  // An old lead is readable and takes events; new leads work; an old order id is taken.
  const [old] = leads.filter(({ orderId }) => orderId === 'OLD-1');
  const id = old?._id ?? '';
  expect((await admin.ask(getLead, { params: { id } })).data).toMatchObject({
    lead: { fullName: 'Old Customer 1' },
  });
  // An organisation whose subscription had ended is unblocked by a job.
  await vi.waitFor(() => admin.ask(addComment, { params: { id }, body: { content: 'After the upgrade' } }));
  const comments = (await admin.ask(listComments, { params: { id } })).data;
  expect(comments.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['Call after six', 'After the upgrade']),
  );
  const again = await admin.call(createLead, { body: leadForm({ orderId: 'OLD-1' }) });
  expect(again).toMatchObject({ status: 409, code: 'order-id-taken' });
  await admin.ask(createLead, { body: leadForm() });
  expect((await admin.ask(leadStats)).data.total).toBe(answered.leads.length + 1);

  const pools = testPools(database.url, openLog('silent'));
  const { store, storedEvents } = await openSealedEventStore(testStoreConfig(database.url), pools.auth);
  await extendChains(pools.background, storedEvents, signal);
  const verified = await verifyHistory(pools.background, storedEvents, signerUnder(TEST_SECRET_KEY));
  await store.close();
  await pools.end();
  expect(verified.findings).toEqual([]);
});
