import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoTenantId, demoUserId } from '@crm/command-api/demo/perform.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PLATFORM_TENANT, TenantId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { copyingPostgres } from '@crm/platform/event-store/postgres/copying.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { build } from '@crm/projections/generations/build.ts';
import { projections } from '@crm/projections/projections.ts';
import { rounded } from '../figures.ts';
import { history, operatorsWith, recorded } from './leads.ts';

const SMALL_TENANTS = 99;
const LEADS_OF_SMALL = 200;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** The time of the newest lead; the others are spread over the preceding year. */
const NEWEST = Date.UTC(2026, 10, 20, 18);
const BATCH = 2_000;

/** Accounts of the product's demo, so that the bench can sign in. */
const tenant = demoTenantId('Demo Sales');
export const operator: OperatorRef = { id: demoUserId('operator@demo.test'), name: 'Operator' };

export type Loaded = { dataDir: string; tenant: TenantId; leads: number };

/**
 * The data folder with the leads: that of an earlier run, or a new one. A product creates its tenants and
 * accounts; the events are copied into its event store as in a move between stores, and a rebuild creates the
 * rows.
 */
export async function loaded(leads: number): Promise<Loaded> {
  const dataDir = path.join(import.meta.dirname, `../data/list-${leads}`);
  const note = (name: string) => path.join(dataDir, `${name}.json`);
  const result = { dataDir, tenant, leads };
  if (existsSync(note('built'))) return result;
  if (!existsSync(note('written'))) {
    rmSync(dataDir, { recursive: true, force: true });
    const product = await startProduct({ demoLeads: 0, dataDir });
    await product.end('SIGTERM');
  }

  const database = await joinEmbedded({ dataDir, log: openLog('warn') });
  const timed = async (done: string, work: () => Promise<void>) => {
    const started = performance.now();
    if (!existsSync(note(done))) await work();
    const seconds = rounded((performance.now() - started) / 1000, 0);
    console.info(`${leads} leads, ${done} in ${seconds} s`);
    writeFileSync(note(done), '{}');
  };
  try {
    await timed('written', () => writeHistories(database.url, result));
    await timed('built', () => rebuildAll(database.url));
  } finally {
    await database.stop();
  }
  return result;
}

async function writeHistories(url: string, { leads }: Loaded): Promise<void> {
  const random = randomFrom(5);
  const operators = operatorsWith(operator);
  const target = copyingPostgres(url);
  const small = Array.from({ length: SMALL_TENANTS }, (_, n) =>
    TenantId.parse(derivedId(PLATFORM_TENANT, n)),
  );
  const ofSmall = small.length * LEADS_OF_SMALL;
  const total = leads + ofSmall;
  // Spreads the small tenants' leads evenly: how many of them precede the n-th lead.
  const smallBefore = (n: number) => Math.floor((n * ofSmall) / total);
  let written = Promise.resolve();
  try {
    for (let from = 0; from < total; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, total - from) }, (_, i) => {
        const n = from + i;
        const before = smallBefore(n);
        const of = smallBefore(n + 1) > before ? small[before % small.length] : tenant;
        const at = new Date(NEWEST - Math.floor(((total - n) / total) * YEAR_MS));
        return recorded(history(n, of ?? tenant, at, operators, random));
      }).flat();
      await written;
      written = target.add(batch);
      written.catch(() => {}); // thrown where it is awaited
    }
    await written;
  } finally {
    await target.close();
  }
}

/**
 * Runs the projections' own rebuild, so that the rows are the product's. As after a move, the existing read
 * models get an unknown version: they are not compared, and each is built up to the newest event.
 */
async function rebuildAll(url: string): Promise<void> {
  const log = openLog('warn');
  const pools = openPools(url, log);
  const store = await openEventStore({ kind: 'postgres', url }, log);
  try {
    await pools.projections.query('vacuum (analyze) event_store.events');
    await pools.projections.query(`update checkpoints set version = 0 where tables <> '{}'`);
    const options = { pool: pools.projections, store, log, signal: new AbortController().signal };
    for (const projection of projections) await build(projection, options);
  } finally {
    await store.close();
    await pools.end();
  }
}
