import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { startCluster } from '@crm/platform/cluster/cluster.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from './live-browser.ts';
import { partnersAndReaders } from './partners-and-readers.ts';
import { adminTokenAt, callAt, creationsIn, deliveriesIn, leadsAt } from './process-calls.ts';
import { openReceiver } from './receiver.ts';
import { postbackForm } from './samples.ts';

/** `npm run bench -- rolling` is the long form: every process is restarted, at the rate of a large installation. */
const isLong = shortOrLong(0, 1) === 1;
/** Offered, as far as the machine answers so many. */
const LEADS_PER_SECOND = shortOrLong(50, 300);
const HEALED_WITHIN_MS = 5_000;

const database = await testDatabase();
const receiver = await openReceiver();
const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-rolling-'));
const lines: string[] = [];
const cluster = await startCluster({
  host: '127.0.0.1',
  port: 0,
  nextPort: freePort,
  each: { projections: 2, commands: 2, workers: shortOrLong(1, 2) },
  environment: {
    ...{ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ DEMO: 'on', DEMO_LEADS: '0', INGEST_LIMIT: '0', POSTBACK_ALLOW: '127.0.0.1/32', DRAIN_SECONDS: '1' },
  },
  argsOf: async (entry) => ['--enable-source-maps', await programOf(entry)],
  print: (name, line) => lines.push(`${name} | ${line}`),
  signal: new AbortController().signal,
}).catch((error: unknown) => {
  throw new Error(lines.slice(-20).join('\n'), { cause: error });
});
const { url } = cluster;
const token = await adminTokenAt(url);
const readAll = async () => [...(await leadsAt(url, token)).values()].flat();
const browsers = Array.from({ length: 6 }, () => openBrowser(url, token, readAll));
afterAll(async () => {
  for (const browser of browsers) browser.close();
  await cluster.stop();
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const load = partnersAndReaders(url, token, LEADS_PER_SECOND);
const { ledger, acknowledged } = load;

test('a rolling restart under load: one retry heals every failed call, nothing is lost or done twice', async () => {
  const body = { ...postbackForm(receiver.url), triggerEvents: ['new_lead' as const] };
  expect((await callAt(url, createPostback, { token, body })).status).toBe(201);
  const enough = new AbortController();
  const ending = load.run(enough.signal);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(LEADS_PER_SECOND);
  const began = performance.now();
  const before = cluster.members.map(({ pid }) => pid());
  // mixed-versions.test.ts restarts the projections and commands processes in each run.
  const restarted = isLong ? cluster.members : cluster.members.filter(({ kind }) => kind === 'workers');
  await cluster.restart(restarted);
  const seconds = (performance.now() - began) / 1000;
  const changed = cluster.members.filter(({ pid }, n) => pid() !== before[n]);
  expect(changed).toEqual(restarted);
  enough.abort();
  await ending;

  const leads = acknowledged.size;
  const slowest = Math.max(0, ...ledger.healedMs);
  // Every lead was acknowledged, exists once, and has one event.
  expect({ failedAgain: ledger.failedAgain, leads }).toEqual({ failedAgain: [], leads: ledger.sent });
  if (isLong) expect(slowest).toBeLessThan(HEALED_WITHIN_MS);
  expect(await creationsIn(database)).toEqual([{ events: leads, streams: leads }]);
  await expect.poll(async () => (await leadsAt(url, token)).size).toBe(leads);
  // Each was delivered to the partner once, also by workers that were stopped.
  await expect.poll(() => deliveriesIn(database)).toEqual([{ status: 'success', rows: leads, leads }]);
  const ids = receiver.receipts.map(({ headers }) => headers['webhook-id']);
  expect({ requests: ids.length, deliveries: new Set(ids).size }).toEqual({
    requests: leads,
    deliveries: leads,
  });
  // Browsers reconnected by themselves and show everything.
  const shown = await readAll();
  for (const browser of browsers)
    await expect.poll(() => shown.filter((id) => !browser.knows(id))).toEqual([]);

  console.info(
    [
      `${restarted.length} processes restarted in ${seconds.toFixed(0)} s`,
      `${leads} leads (${(ledger.sent / seconds).toFixed(0)}/s), ${ledger.read} lists`,
      `${ledger.failed.length} calls failed once (${[...new Set(ledger.failed.map((each) => each.split(': ')[1]))].join(', ') || 'none'})`,
      `0 failed again, the slowest healed after ${slowest.toFixed(0)} ms`,
      `0 lost, 0 twice, ${leads} postbacks to the partner, each sent once`,
    ].join('\n'),
  );
});
