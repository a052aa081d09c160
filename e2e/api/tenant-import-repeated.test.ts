import { randomUUID } from 'node:crypto';
import { listProblems } from '@crm/contracts/batches/batches.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { leadSetAside } from '@crm/events/leads/story.ts';
import { granted, growth } from '@crm/events/subscriptions/story.ts';
import type { BatchProblem } from '@crm/platform/batches/kind.ts';
import { readImport } from '@crm/platform/event-store/importing/write.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { findFile, writeFile } from '@crm/platform/files/files.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { closeAtEnd, testStoreConfig } from '@crm/platform/test/test-store.ts';
import { admitLeads } from '@crm/workers/leads/admit/admit.ts';
import { tenantImportCheck } from '@crm/workers/tenants/import/check.ts';
import { expect, test, vi } from 'vitest';
import { archiveOfLines, ended, organisation, startImport, uploaded, writtenOnly } from './archives.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const pool = product.database.everyTenant;

async function checkOf({ manifest, lines }: ReturnType<typeof organisation>): Promise<string> {
  const id = await uploaded(product, superAdmin, await archiveOfLines(manifest, lines));
  expect(await ended(superAdmin, id)).toMatchObject({ state: 'done' });
  return id;
}

test('a check that is sent twice under one key is started once, and keeps no second copy of its file', async () => {
  const files = async () =>
    (await pool.query('select id from files where tenant = $1', [PLATFORM_TENANT])).rows;
  const before = await files();
  const { manifest, lines } = organisation();
  const archive = await archiveOfLines(manifest, lines);
  const key = randomUUID();
  const id = await uploaded(product, superAdmin, archive, key);
  expect(await uploaded(product, superAdmin, archive, key)).toBe(id);
  await ended(superAdmin, id);
  expect(await files()).toEqual(before);
});

test('two imports of one check have the same end, and the organisation is imported once', async () => {
  const archive = organisation({ leads: 4_000 });
  const check = await checkOf(archive);
  const started = await Promise.all([startImport(superAdmin, check), startImport(superAdmin, check)]);
  const ends = await Promise.all(started.map((id) => ended(superAdmin, id)));
  const end = { state: 'done', result: { message: 'Gulf Sales is imported' } };
  expect(ends).toMatchObject([end, end]);
  const { rows } = await pool.query(
    `select type from event_store.events where stream = $1 order by revision`,
    [`tenant-${archive.tenant}`],
  );
  expect(rows).toEqual([{ type: 'TenantCreated' }, { type: 'TenantImported' }]);
});

test('a name that is taken after the check is a problem of the import, and not in its message', async () => {
  const email = `${randomUUID()}@import.test`;
  const [first, second] = [await checkOf(organisation({ email })), await checkOf(organisation({ email }))];
  expect(await ended(superAdmin, await startImport(superAdmin, first))).toMatchObject({ state: 'done' });
  const id = await startImport(superAdmin, second);
  expect(await ended(superAdmin, id)).toMatchObject({
    state: 'failed',
    counts: { failed: 1 },
    message: '1 problem in the archive. Nothing was imported.',
  });
  const { data } = await superAdmin.ask(listProblems, { params: { id } });
  expect(data).toMatchObject([{ item: email, message: 'An account of this installation has this email' }]);
});

test('a check that continues after a kill at its end compares with this installation, and deletes the file', async () => {
  const email = `${randomUUID()}@import.test`;
  const [first, id] = [await checkOf(organisation({ email })), await checkOf(organisation({ email }))];
  await ended(superAdmin, await startImport(superAdmin, first));
  const file = randomUUID();
  const kept = { id: file, tenant: PLATFORM_TENANT, name: 'A.tar.gz', type: 'application/gzip' };
  const expiresAt = new Date(Date.now() + 60_000);
  await writeFile(pool, { ...kept, expiresAt }, (async function* () {})());
  const problems: BatchProblem[] = [];
  const end = await tenantImportCheck(pool).run(
    { file },
    {
      id,
      tenant: PLATFORM_TENANT,
      actor: { kind: 'system', name: 'test' },
      startedAt: new Date(),
      total: null,
      from: null,
      signal: new AbortController().signal,
      step: async (step) => void problems.push(...(step.problems ?? [])),
      perform: () => Promise.reject(new Error('A check runs no commands')),
    },
  );
  expect(end).toMatchObject({ kind: 'failed' });
  expect(problems).toMatchObject([{ item: email }]);
  expect(await readImport(pool, id)).toBeNull();
  expect(await findFile(pool, PLATFORM_TENANT, file)).toBeNull();
});

test('a lead that was admitted within the billing period is one lead and takes one place', async () => {
  const { tenant, lines, manifest } = organisation();
  const [own, admin, lead] = lines;
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  const terms = { plan: growth, startDate: daysFromNow(-2), endDate: daysFromNow(20) };
  const [grant, at] = [granted(terms), daysFromNow(-1)];
  const billing = { ...own, ...grant, id: randomUUID(), stream: `subscription-${tenant}`, version: 1 };
  const next = (revision: number, type: string, data: object, version = 1) => {
    return { ...lead, id: randomUUID(), type, version, revision, at, data };
  };
  const admitted = [
    next(0, 'LeadSetAside', { ...leadSetAside().data, orderId: 'A-1' }),
    next(1, 'LeadAdmitted', {}),
    next(2, 'LeadCreated', lead.data, 2),
  ];
  const archive = await archiveOfLines(manifest, [own, admin, billing, ...admitted]);
  const check = await uploaded(product, superAdmin, archive);
  expect(await ended(superAdmin, check)).toMatchObject({ state: 'done', result: { archive: { leads: 1 } } });
  expect(await ended(superAdmin, await startImport(superAdmin, check))).toMatchObject({ state: 'done' });
  const { rows } = await pool.query(`select name from event_store.reservations where name like $1`, [
    `place:%:${tenant}:%`,
  ]);
  expect(rows).toEqual([{ name: `place:leads:${terms.startDate}:${tenant}:1` }]);
});

test('a lead that waits in an import that is not complete is not admitted', async () => {
  const { tenant, lines, manifest } = organisation();
  const [own, admin, lead] = lines;
  const waits = {
    ...lead,
    type: 'LeadSetAside',
    version: 1,
    data: { ...leadSetAside().data, orderId: 'A-1' },
  };
  await writtenOnly(product, superAdmin, await archiveOfLines(manifest, [own, admin, waits]));
  const log = openLog('silent');
  const pools = testPools(product.database.url, log);
  const { store } = await openSealedEventStore(testStoreConfig(product.database.url), pools.auth);
  closeAtEnd(store);
  await vi.waitFor(async () =>
    expect((await pool.query('select from aside_leads where tenant = $1', [tenant])).rowCount).toBe(1),
  );
  const { signal } = new AbortController();
  const context = { store, forgetLookup: () => {}, pools, log, attempt: 1, signal };
  await admitLeads.run({ tenant, position: START, due: null }, context);
  expect((await store.readStream(String(lead['stream']))).map(({ type }) => type)).toEqual(['LeadSetAside']);
  await pools.end();
});
