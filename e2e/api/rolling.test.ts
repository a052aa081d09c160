import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { startCluster } from '@crm/platform/cluster/cluster.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN, tokenOf } from '../people.ts';
import { openBrowser } from './live-browser.ts';
import { installPrograms, NEXT_VERSION } from './next-version.ts';
import { partnersAndReaders } from './partners-and-readers.ts';
import { attemptsIn, callAt, creationsIn, deliveriesIn, leadsAt } from './process-calls.ts';
import { openReceiver } from './receiver.ts';
import { postbackForm } from './samples.ts';

/** `npm run bench -- rolling` is the long form, with the load of a large installation. */
const isLong = shortOrLong(0, 1) === 1;
/** Offered, as far as the machine answers so many. */
const LEADS_PER_SECOND = shortOrLong(10, 300);
const LISTS_PER_SECOND = shortOrLong(2, 1_000);
const BROWSERS = shortOrLong(3, 6);
const HEALED_WITHIN_MS = 5_000;

const database = await testDatabase();
const receiver = await openReceiver();
const folder = scratchFolder();
const { argsOf, upgrade } = await installPrograms(folder);
const lines: string[] = [];
const cluster = await startCluster({
  host: '127.0.0.1',
  port: 0,
  nextPort: freePort,
  each: { projections: 2, commands: 2, workers: shortOrLong(1, 2) },
  environment: {
    ...{ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder, LOG_LEVEL: 'warn' },
    ...{ DEMO: 'on', DEMO_LEADS: '0', INGEST_LIMIT: '0', POSTBACK_ALLOW: '127.0.0.1/32', DRAIN_SECONDS: '1' },
  },
  argsOf,
  print: (name, line) => lines.push(`${name} | ${line}`),
  signal: new AbortController().signal,
}).catch((error: unknown) => {
  throw new Error(lines.slice(-20).join('\n'), { cause: error });
});
const { url } = cluster;
const token = await tokenOf(url, ADMIN);
const readAll = async () => [...(await leadsAt(url, token)).values()].flat();
const browsers = Array.from({ length: BROWSERS }, () => openBrowser(url, token, readAll));
afterAll(async () => {
  for (const browser of browsers) browser.close();
  await cluster.stop();
  await receiver.close();
});

const member = (name: string) => {
  const found = cluster.members.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
const call = async (name: string, method: string, route: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${member(name).port}/api${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
};

/** The first script of the console that all processes serve before the upgrade. */
const script = /\/assets\/[\w-]+\.js/.exec(await (await fetch(url)).text())?.[0] ?? '';

/** Checks what holds while projections-1 and commands-1 run the next version, and the others the old one. */
async function expectBothToWork() {
  // Expand: the new program added a table and built its own rows; the old one answers from them.
  const { rows } = await database.pool.query(
    `select to_regclass($1) is not null as added,
            (select version from checkpoints where name = 'leads' and state = 'live') as version`,
    [NEXT_VERSION.table],
  );
  expect(rows).toEqual([{ added: true, version: NEXT_VERSION.leads }]);
  for (const each of ['projections-1', 'projections-2'])
    expect((await call(each, 'GET', '/leads?limit=1')).status).toBe(200);

  // A page of either version gets its files, whichever process is asked first.
  for (const file of [script, NEXT_VERSION.file, script, NEXT_VERSION.file]) {
    const answer = await fetch(url + file);
    expect([file, answer.status, answer.headers.get('content-type')]).toEqual([
      file,
      200,
      'application/javascript; charset=utf-8',
    ]);
  }

  // A stream with an event of the new version is the new program's; the old one asks for a retry.
  const lead = (await readAll())[0] ?? '';
  const comment = (name: string) =>
    call(name, 'POST', `/leads/${lead}/comments`, { content: 'Called', isInternal: true });
  expect((await comment('commands-2')).status).toBe(200);
  expect((await comment('commands-1')).status).toBe(200);
  expect(await comment('commands-2')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await comment('commands-1')).status).toBe(200);
  return { lead, comment };
}

test('a rolling upgrade under load: the versions run beside each other, one retry heals every failed call, nothing is lost or done twice', async () => {
  const body = { ...postbackForm(receiver.url), triggerEvents: ['new_lead' as const] };
  expect((await callAt(url, createPostback, { token, body })).status).toBe(201);
  const load = partnersAndReaders(url, token, {
    leadsPerSecond: LEADS_PER_SECOND,
    listsPerSecond: LISTS_PER_SECOND,
  });
  const { ledger, acknowledged } = load;
  const enough = new AbortController();
  const ending = load.run(enough.signal);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(LEADS_PER_SECOND);
  const before = cluster.members.map(({ pid }) => pid());

  // An upgrade replaces the files first, and then restarts one process after the other.
  await upgrade();
  const began = performance.now();
  const early = [member('projections-1'), member('commands-1')];
  await cluster.restart(early);
  const { comment } = await expectBothToWork();
  await cluster.restart(cluster.members.filter((each) => !early.includes(each)));
  const seconds = (performance.now() - began) / 1000;
  expect(cluster.members.filter(({ pid }, n) => pid() === before[n])).toEqual([]);
  expect((await comment('commands-2')).status).toBe(200);
  enough.abort();
  await ending;

  const leads = acknowledged.size;
  const slowest = Math.max(0, ...ledger.healedMs);
  // Every lead was acknowledged, exists once, and has one event.
  expect({ failedAgain: ledger.failedAgain, leads }).toEqual({ failedAgain: [], leads: ledger.sent });
  if (isLong) expect(slowest).toBeLessThan(HEALED_WITHIN_MS);
  expect(await creationsIn(testStoreConfig(database.url))).toEqual({
    events: leads,
    streams: leads,
  });
  await expect.poll(async () => (await leadsAt(url, token)).size).toBe(leads);
  // Each was delivered to the partner, and no request was sent twice, also by workers that were stopped.
  await expect.poll(() => deliveriesIn(database)).toEqual([{ status: 'success', rows: leads, leads }]);
  const ids = receiver.receipts.map(({ headers }) => headers['webhook-id']);
  expect({ requests: ids.length, deliveries: new Set(ids).size }).toEqual({
    requests: await attemptsIn(database),
    deliveries: leads,
  });
  // Browsers reconnected by themselves and show everything.
  const shown = await readAll();
  for (const browser of browsers)
    await expect.poll(() => shown.filter((id) => !browser.knows(id))).toEqual([]);
  expect(lines.filter((line) => line.includes('"level":"error"') || line.includes('dead letter'))).toEqual(
    [],
  );

  console.info(
    [
      `${cluster.members.length} processes upgraded in ${seconds.toFixed(0)} s`,
      `${leads} leads (${(ledger.sent / seconds).toFixed(0)}/s), ${ledger.read} lists`,
      `${ledger.failed.length} calls failed once (${[...new Set(ledger.failed.map((each) => each.split(': ')[1]))].join(', ') || 'none'})`,
      `0 failed again, the slowest healed after ${slowest.toFixed(0)} ms`,
      `0 lost, 0 twice, ${leads} postbacks to the partner, each sent once`,
    ].join('\n'),
  );
});
