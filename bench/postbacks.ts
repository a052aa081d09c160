import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TenantId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { REACTION, REACTION_VERSION } from '@crm/workers/postbacks/react.ts';
import { WORKER } from '@crm/workers/postbacks/test/crew.ts';
import { became, historian } from '@crm/workers/postbacks/test/world.ts';
import type { Pool } from 'pg';
import { Agent, request } from 'undici';
import { type Figures, percentiles, rounded } from './figures.ts';
import { eachOf } from './measured-product.ts';

const SINKS = 200;
const TENANTS = 20;
/** Each lead has three events, delivered in sequence. */
const LEADS = 9_000;
const FLOOR_MS = 5_000;
/** As many concurrent requests as the workers make. */
const AT_ONCE = 256;
const STEADY_MS = 8_000;
const STEADY_PER_SECOND = 200;
const SECRET_KEY = 'a secret key of the benches and of nothing else';

/**
 * Deliveries per second to 200 partners, one of which hangs: each delivery is logged, and durable before the
 * next one of its lead starts. `--each N`: N worker processes.
 */
export async function postbacks(args: readonly string[]): Promise<Figures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-postbacks-'));
  const log = openLog('warn');
  const postgres = await startEmbedded({ dataDir, log });
  await migrate(postgres.url);
  const pools = openPools(postgres.url, log);
  const store = openPostgresEventStore(postgres.url, log);
  const children: ChildProcess[] = [];
  const child = (script: string, ...args: string[]) => {
    const started = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(started);
    return started;
  };
  try {
    const sinks = child(path.join(import.meta.dirname, 'postbacks-sink.ts'), String(SINKS));
    const [line] = await once(sinks.stdout, 'data');
    const ports = JSON.parse(String(line)) as number[]; // the output of the sinks

    await register(pools.projections, REACTION, REACTION_VERSION, await store.head());
    const secrets = openSecrets(SECRET_KEY);
    const history = historian(store, secrets, pools.auth);
    const tenants = Array.from({ length: TENANTS }, (_, n) =>
      TenantId.parse(`be7c0000-0000-4000-8000-${String(n).padStart(12, '0')}`),
    );
    const tenantOf = (sink: number) => tenants[sink % TENANTS] ?? TenantId.parse('');
    await Promise.all(
      ports.map((port, sink) =>
        history.postback(
          `http://127.0.0.1:${port}/`,
          {
            timeout: 10_000,
            filters: { offers: [], webmasters: [`w${sink}`], paymentModes: [], countries: [] },
          },
          tenantOf(sink),
        ),
      ),
    );
    const lead = (n: number) => {
      const sink = n % SINKS;
      const source = { ...blankDetails.source, webmaster: `w${sink}` };
      return history.lead(`B-${n}`, { source }, tenantOf(sink));
    };
    await inParallel(LEADS, async (n) => {
      await history.happened(await lead(n), became('hold'), became('approved', 'hold'));
    });

    const floor = await barePosts(ports.slice(1));

    const workers = Array.from({ length: eachOf(args) ?? 1 }, () => child(WORKER, postgres.url, SECRET_KEY));
    const before = await succeeded(pools.auth);
    const [started, first] = await from(pools.auth, before + 1);
    const expected = (LEADS * 3 * (SINKS - 1)) / SINKS;
    const [done, last] = await from(pools.auth, expected);
    const value = ((last - first) / (done - started)) * 1000;

    const phase = new Date();
    const beginning = performance.now();
    for (let n = 0; performance.now() - beginning < STEADY_MS; n += 1) {
      await sleep(beginning + (n * 1000) / STEADY_PER_SECOND - performance.now());
      void lead(LEADS + n);
    }
    await sleep(1_000);
    const { rows } = await pools.auth.query<{ ms: number }>(
      `select extract(epoch from d.finished_at - e.at)::float8 * 1000 as ms
       from postback_deliveries d join event_store.events e on e.id = d.event_id
       where d.created_at > $1 and d.status = 'success'`,
      [phase],
    );
    const rss_mb = Math.max(...workers.map(rssOf));
    return {
      value: rounded(value, 0),
      unit: 'deliveries/s',
      floor: rounded(floor, 0),
      ratio: rounded(value / floor, 2),
      ...percentiles(rows.map(({ ms }) => ms)),
      rss_mb,
    };
  } finally {
    for (const each of children) each.kill('SIGKILL');

    await store.close();
    await pools.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function inParallel(count: number, work: (n: number) => Promise<void>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** POSTs of an equally large body to all partners that answer, with undici only: requests per second. */
async function barePosts(ports: readonly number[]): Promise<number> {
  const agent = new Agent({ pipelining: 1 });
  const body = JSON.stringify({ event: 'status_update', lead: blankDetails });
  const until = performance.now() + FLOOR_MS;
  let [posts, next] = [0, 0];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        const port = ports[next++ % ports.length];
        const answer = await request(`http://127.0.0.1:${port}/`, {
          dispatcher: agent,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        await answer.body.dump();
        posts += 1;
      }
    }),
  );
  await agent.close();
  return (posts / FLOOR_MS) * 1000;
}

async function succeeded(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select coalesce(sum(success), 0) as n from postback_lanes',
  );
  return rows[0]?.n ?? 0;
}

/** Waits until at least `count` deliveries have succeeded; returns the time and the number then. */
async function from(pool: Pool, count: number): Promise<[at: number, count: number]> {
  for (;;) {
    const now = await succeeded(pool);
    if (now >= count) return [performance.now(), now];
    await sleep(50);
  }
}

function rssOf({ pid }: ChildProcess): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}
