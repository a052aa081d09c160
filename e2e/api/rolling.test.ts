import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoOfferId } from '@crm/command-api/demo/perform.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { startCluster } from '@crm/platform/cluster/cluster.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from './live-browser.ts';
import { adminTokenAt, callAt, creationsIn, deliveriesIn, leadsAt } from './process-calls.ts';
import { openReceiver } from './receiver.ts';
import { postbackForm } from './samples.ts';

/** `npm run bench -- rolling` is the long form: every process is restarted, at the rate of a large installation. */
const isLong = shortOrLong(0, 1) === 1;
/** Offered, if the machine answers so many: at most MOST_IN_FLIGHT wait for their answers. */
const LEADS_PER_SECOND = shortOrLong(50, 300);
const MOST_IN_FLIGHT = 64;
const HEALED_WITHIN_MS = 5_000;
/** As long as a partner waits who got no answer, or 503 with `Retry-After: 1`. */
const RETRY_AFTER_MS = 1_000;

const database = await testDatabase();
const receiver = await openReceiver();
const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-rolling-'));
const lines: string[] = [];
const cluster = await startCluster({
  host: '127.0.0.1',
  port: 0,
  nextPort: freePort,
  each: { projections: 2, commands: 2, workers: 2 },
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

/** Failed calls: what failed at first, what failed again at its only retry, and the times from failure to success. */
const ledger = {
  sent: 0,
  read: 0,
  failed: [] as string[],
  failedAgain: [] as string[],
  healedMs: [] as number[],
};
const acknowledged = new Set<string>();

/** Makes a call, and one retry if it fails. `attempt` returns null for success, otherwise the failure. */
async function withOneRetry(name: string, attempt: () => Promise<string | null>): Promise<void> {
  const failure = await attempt();
  if (failure === null) return;
  const failedAt = performance.now();
  ledger.failed.push(`${name}: ${failure}`);
  await sleep(RETRY_AFTER_MS);
  const again = await attempt();
  ledger.healedMs.push(performance.now() - failedAt);
  if (again !== null) ledger.failedAgain.push(`${name}: ${failure}, then ${again}`);
}

const offer = demoOfferId('Demo Sales', 'Orthovita Joint Capsules');

async function postLead(orderId: string): Promise<void> {
  const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1, orderId };
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  };
  await withOneRetry(orderId, async () => {
    const { status } = await fetch(`${url}/api/leads`, post).catch(() => ({ status: 0 }));
    // The first answer may have been lost: then the lead exists.
    if (status !== 201 && status !== 409) return `POST ${status}`;
    acknowledged.add(orderId);
    return null;
  });
}

/** Offers leads at an even rate until the signal aborts. */
async function keepPosting(signal: AbortSignal): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  while (!signal.aborted) {
    await sleep(started + (ledger.sent * 1000) / LEADS_PER_SECOND - performance.now());
    if (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
    const posted = postLead(`ROLLING-${ledger.sent++}`).finally(() => inFlight.delete(posted));
    inFlight.add(posted);
  }
  await Promise.all(inFlight);
}

/** Reads one page after the other, as users do. */
async function keepReading(signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  while (!signal.aborted) {
    await withOneRetry('a list', async () => {
      const { status } = await fetch(`${url}/api/leads?limit=20`, { headers }).catch(() => ({ status: 0 }));
      return status === 200 ? null : `GET ${status}`;
    });
    ledger.read += 1;
  }
}

test('a rolling restart under load: one retry heals every failed call, nothing is lost or done twice', async () => {
  const body = { ...postbackForm(receiver.url), triggerEvents: ['new_lead' as const] };
  expect((await callAt(url, createPostback, { token, body })).status).toBe(201);
  const enough = new AbortController();
  const load = Promise.all([keepPosting(enough.signal), keepReading(enough.signal)]);
  await expect.poll(() => acknowledged.size).toBeGreaterThan(LEADS_PER_SECOND);
  const began = performance.now();
  const before = cluster.members.map(({ pid }) => pid());
  const restarted = isLong ? cluster.members : cluster.members.filter(({ name }) => name.endsWith('1'));
  await cluster.restart(restarted);
  const seconds = (performance.now() - began) / 1000;
  const changed = cluster.members.filter(({ pid }, n) => pid() !== before[n]);
  expect(changed).toEqual(restarted);
  enough.abort();
  await load;

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
