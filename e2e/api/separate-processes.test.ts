import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCommands } from '@crm/command-api/start.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { readRoute } from '@crm/platform/cluster/kinds.ts';
import { readConfig } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { stopper } from '@crm/platform/shutdown/stop.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { emptyEventStoreDb } from '@crm/platform/test/event-store-db.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import {
  type Main,
  type Product,
  startProduct,
  TEST_SECRET_KEY,
  tracingTo,
} from '@crm/platform/test/product.ts';
import { startQueries } from '@crm/projections/start.ts';
import { startWorkerProcess } from '@crm/workers/start.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN, tokenOf } from '../people.ts';
import { openCollector } from './collector.ts';
import { connectionsOf, nameConnections } from './connections.ts';
import { openBrowser } from './live-browser.ts';
import { callAt, creationsIn, deliveriesIn, leadsAt } from './process-calls.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

/** Acknowledged leads before each kill, with SENDERS requests in flight. */
const BETWEEN_KILLS = shortOrLong(60, 1_000);
/**
 * Long: each of the six processes is killed and restarted this many times. Short: one of each kind is killed
 * once.
 */
const ROUNDS = shortOrLong(1, 5);
const isLong = ROUNDS > 1;
const SENDERS = 8;

/**
 * A process or its stand-in: processes that a run never kills run inside this process, which starts them
 * faster.
 */
type Part = Pick<Product, 'url' | 'remove'> & { kill: () => Promise<void>; again: () => Promise<void> };

const database = await testDatabase();
/** rolling.test.ts has the same processes with their events in Postgres. */
const store = await emptyEventStoreDb();
const receiver = await openReceiver();
const postbackAllow = '127.0.0.1/32';
/** The id decides whether a trace is in the share: this one is, and next to none of the load. */
const TRACE = '00000000000000000000000000000001';
const collector = await openCollector();
const traces = { url: collector.url, share: 0.0001 };

async function spawned(main: Main): Promise<Part> {
  const databaseUrl = nameConnections(database.url, main);
  const product = await startProduct({
    ...{ main, demoLeads: 0, databaseUrl, eventStoreUrl: store.url, postbackAllow, traces },
  });
  return { ...product, kill: () => product.end('SIGKILL') };
}

async function inThisProcess(start: typeof startCommands): Promise<Part> {
  const stopping = stopper(openLog('silent'));
  const read = readConfig(
    {
      ...{ DATABASE_URL: database.url, EVENTSTORE_URL: store.url },
      ...{ SECRET_KEY: TEST_SECRET_KEY, INGEST_LIMIT: '0' },
      ...{ POSTBACK_ALLOW: postbackAllow, DEMO: 'on', DEMO_LEADS: '0' },
      ...tracingTo(traces),
    },
    'part',
  );
  if (read.kind === 'wrong') throw new Error(read.lines.join());
  const { app } = await start({ ...read.config, port: 0 }, openLog('silent'), stopping);
  const never = () => Promise.reject(new Error('Only a process of its own can be killed'));
  const remove = async () => void (await stopping.stop('the test is over'));
  return { url: app.listeningOrigin, remove, kill: never, again: never };
}

/** Two of each kind on one database and one EventStoreDB. The first one starts first and so becomes the leader of its kind. */
const kinds: [Main, typeof startCommands][] = [
  ['command-api/main.ts', startCommands],
  ['projections/main.ts', startQueries],
  ['workers/main.ts', startWorkerProcess],
];
const first = await Promise.all(kinds.map(([main]) => spawned(main)));
const second = await Promise.all(
  kinds.map(([main, start]) => (isLong ? spawned(main) : inThisProcess(start))),
);
const pair = (n: number): [Part, Part] => {
  const [a, b] = [first[n], second[n]];
  if (!a || !b) throw new Error('There are two of each of three kinds');
  return [a, b];
};
const [commands, projections, workers] = [pair(0), pair(1), pair(2)];
const [commandsA, commandsB] = commands;
const [, projectionsB] = projections;
const down = new Set<Part>();
const browsers: ReturnType<typeof openBrowser>[] = [];
afterAll(async () => {
  for (const browser of browsers) browser.close();
  await Promise.all([...first, ...second].map((each) => each.remove()));
  await receiver.close();
  await collector.close();
  await store.end();
});

const token = await tokenOf(commandsA.url, ADMIN);
const postback = { ...postbackForm(receiver.url), triggerEvents: ['new_lead' as const] };
expect((await callAt(commandsB.url, createPostback, { token, body: postback })).status).toBe(201);
const listed = (at: Part) => leadsAt(at.url, token);

/** Order ids of acknowledged leads. */
const acknowledged = new Set<string>();
let sent = 0;
/** Answers that the store could not be reached. */
let refused = 0;

/**
 * Sends a lead as a load balancer and a partner do: repeats on any running process until it is accepted or
 * exists.
 */
async function sendLead(): Promise<void> {
  const orderId = `SEPARATE-${sent++}`;
  for (let tries = sent; ; tries += 1) {
    const up = commands.filter((each) => !down.has(each));
    const at = up[tries % up.length];
    const answered =
      at && (await callAt(at.url, createLead, { token, body: leadForm({ orderId }) }).catch(() => null));
    if (answered?.status === 201 || answered?.status === 409) break;
    if (answered) expect(answered.status, JSON.stringify(answered.body)).toBe(503);
    if (answered) refused += 1;
    await sleep(50);
  }
  acknowledged.add(orderId);
}

/** Resolves after this many additional acknowledged leads. */
async function more(leads: number): Promise<void> {
  const upTo = acknowledged.size + leads;
  await expect.poll(() => acknowledged.size).toBeGreaterThanOrEqual(upTo);
}

/** Waits until every browser whose process runs knows every lead that its process lists. */
async function everyGatewayIsLive(): Promise<void> {
  for (const [n, each] of projections.entries()) {
    if (down.has(each)) continue;
    const ids = [...(await listed(each)).values()].flat();
    await expect.poll(() => ids.filter((id) => !browsers[n]?.knows(id))).toEqual([]);
  }
}

async function kill(victim: Part): Promise<void> {
  down.add(victim);
  await victim.kill();
}
async function startAgain(victim: Part): Promise<void> {
  await victim.again();
  down.delete(victim);
}

// The limits of all pools together, as in the README: how many of them a start uses depends on the machine.
test.each([
  ['command-api/main.ts', 35],
  ['projections/main.ts', 45],
  ['workers/main.ts', 68],
] as const)('a process of %s holds at most %i connections to Postgres', async (main, most) => {
  const open = await connectionsOf(database, main);
  expect(open).toBeGreaterThan(0);
  // In the long form, the second process of this kind has connections of the same name.
  expect(open).toBeLessThanOrEqual(isLong ? 2 * most : most);
});

test('one trace goes from a request through the processes of commands, projections and workers', async () => {
  const orderId = 'TRACED';
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const answer = await callAt(commandsA.url, createLead, { token, body: leadForm({ orderId }), headers });
  expect(answer.status).toBe(201);
  acknowledged.add(orderId);
  const spanOf = (name: string) =>
    collector.spans.find((span) => span.traceId === TRACE && span.name === name) ?? null;
  for (const name of ['consume leads', 'consume postback-deliveries', 'postback delivery'])
    await expect.poll(() => spanOf(name)).not.toBeNull();
  await expect.poll(() => spanOf('append')).not.toBeNull();
  const append = spanOf('append');
  expect(spanOf('postback delivery')?.parentSpanId).toBe(append?.parentSpanId);
  // Which process of its kind leads or delivers is open, but it is another one than that of the command.
  for (const name of ['consume leads', 'consume postback-deliveries', 'postback delivery'])
    expect(spanOf(name)?.pid).not.toBe(append?.pid);
});

test(`two of each kind on ${store.name}, killed in turn under load, and an outage of the store: nothing is lost or done twice, and every gateway is live`, async () => {
  for (const each of projections)
    browsers.push(openBrowser(each.url, token, async () => [...(await listed(each)).values()].flat()));

  const enough = new AbortController();
  const sending = Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (!enough.signal.aborted) await sendLead();
    }),
  );
  await more(BETWEEN_KILLS);
  await everyGatewayIsLive();
  for (const browser of browsers) await expect.poll(() => browser.hasHintOf('postback-logs')).toBe(true);
  // Workers first: another one takes over a killed one's claims when its lease has ended.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of [workers, commands, projections])
      for (const victim of isLong ? kind : kind.slice(0, 1)) {
        await kill(victim);
        await more(BETWEEN_KILLS);
        await everyGatewayIsLive();
        if (isLong) await startAgain(victim);
      }
  await store.stop();
  const before = refused;
  await expect.poll(() => refused).toBeGreaterThan(before);
  await store.start();
  await more(BETWEEN_KILLS);
  await everyGatewayIsLive();
  enough.abort();
  await sending;

  // Each lead exists once, on every process that serves queries.
  for (const each of projections) {
    if (down.has(each)) continue;
    await expect.poll(async () => (await listed(each)).size).toBe(acknowledged.size);
    const found = await listed(each);
    expect([...found.keys()].sort()).toEqual([...acknowledged].sort());
    expect([...found.values()].filter((ids) => ids.length > 1)).toEqual([]);
  }
  await everyGatewayIsLive();

  // Each lead has one event and one delivery, which reached the partner.
  expect(await creationsIn({ kind: 'eventstoredb', url: store.url })).toEqual({
    events: acknowledged.size,
    streams: acknowledged.size,
  });
  await expect
    .poll(() => deliveriesIn(database))
    .toEqual([{ status: 'success', rows: acknowledged.size, leads: acknowledged.size }]);
  const receipts = receiver.receipts.map(({ headers, body }) => ({ id: deliveryOf(headers), body }));
  expect(new Set(receipts.map(({ id }) => id)).size).toBe(acknowledged.size);
  console.info(
    `${acknowledged.size} leads, ${isLong ? ROUNDS * 6 : 3} kills, on ${store.name}; ` +
      `${receipts.length - acknowledged.size} requests repeated because their worker was killed before it kept the answer`,
  );
});

/** The id by which a partner recognises a repeated delivery. */
const deliveryOf = (headers: Record<string, string>) => headers['webhook-id'] ?? '';

test('docs/nginx.conf routes each call to the processes that answer it, also with a slash at its end', async () => {
  const conf = readFileSync(path.join(import.meta.dirname, '../../docs/nginx.conf'), 'utf8');
  const route = readRoute(conf);
  const isForProjections = (method: string, path: string) =>
    route(method.toUpperCase(), path) === 'projections';
  const callsOf = async ({ url }: Part) => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fetch(`${url}/api/openapi.json`)).json());
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) => [path, `${path}/`].map((each) => ({ method, path: each }))),
    );
  };
  const at = { commands: await callsOf(commandsB), projections: await callsOf(projectionsB) };
  expect(at.commands.filter(({ method, path }) => isForProjections(method, path))).toEqual([]);
  expect(at.projections.filter(({ method, path }) => !isForProjections(method, path))).toEqual([]);
  expect(Math.min(at.commands.length, at.projections.length)).toBeGreaterThan(0);
});
