import { rmSync } from 'node:fs';
import path from 'node:path';
import { seedDemo } from '@crm/command-api/demo/seed.ts';
import { openLookups } from '@crm/command-api/handle/lookups.ts';
import { userDirectory } from '@crm/platform/access/user-directory.ts';
import { readConfig } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { stopper } from '@crm/platform/shutdown/stop.ts';
import { createTestDatabase, type TestDatabase, testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { keptTestStore } from '@crm/platform/test/test-store.ts';
import { afterAll, afterEach, inject, vi } from 'vitest';
import { startSystem } from '../../system.ts';
import { organisationsOf, peopleOf } from '../organisations.ts';
import { callsOn } from './calls.ts';

/** Starts on the database of an earlier product; inside a test, pass `atEnd: onTestFinished`. */
type Another = { onto?: TestDatabase; atEnd?: (stop: () => Promise<void>) => void };

/**
 * Starts a product for this file, on its own database, with the demo's accounts and a few leads; stops it
 * after the file. For files that configure, restart or break it; the others share one (`sharedProduct`). Call
 * it at the top level.
 */
export async function startProduct(environment: Record<string, string> = {}, more: Another = {}) {
  const { onto, atEnd = afterAll } = more;
  const product = await running(onto ?? (await testDatabase()), environment);
  atEnd(async () => {
    await product.stop();
    throwErrors(product.lines);
  });
  if (atEnd === afterAll) printWarningsOfFailures(product.lines);
  return {
    ...handleOf(product),
    ...callsOn(product.app, { ip: '192.0.2.1', position: null, lines: product.lines }),
  };
}

let shared: ReturnType<typeof startShared> | null = null;
let files = 0;

/**
 * The product that the files of one vitest worker share. Each file gets two organisations of its own, created
 * by the demo's commands; `people` are their accounts. It stops with the worker. Call it at the top level.
 *
 * @param leads the initial number of leads of the two organisations
 */
export async function sharedProduct({ leads = 12 } = {}) {
  shared ??= startShared();
  const { product, deps } = await shared;
  files += 1;
  const organisations = organisationsOf(files);
  // It goes on where it stopped if Postgres does not answer in time, as on a machine with other work.
  await vi.waitFor(() => seedDemo(deps, leads, organisations));
  const position = await deps.store.head();
  // The accounts were not created by calls, whose answers wait for the directory of sign-ins.
  await createProgress(deps.pool).waitFor([userDirectory.name], position, { timeoutMs: STATE_MS });
  const before = product.lines.length;
  afterAll(() => throwErrors(product.lines.slice(before)));
  printWarningsOfFailures(product.lines);
  return {
    ...handleOf(product),
    ...callsOn(product.app, {
      ip: `192.0.2.${files}`,
      position,
      lines: product.lines,
    }),
    people: peopleOf(organisations),
  };
}

/** Test files of postbacks receive them on 127.0.0.1. */
async function startShared() {
  const database = await createTestDatabase();
  const product = await running(database, { DEMO_LEADS: '0', POSTBACK_ALLOW: '127.0.0.1' });
  const store = keptTestStore(database.url);
  const lookups = openLookups(store);
  const pool = database.everyTenant;
  const deps = { store, lookups, forgetLookup: lookups.forget, pool, places: openPlaces(pool) };
  return { product, deps };
}

/** Starts the whole system on a database. */
async function running(database: TestDatabase, environment: Record<string, string>) {
  const lines: string[] = [];
  // Exists only once a mail was written.
  const dataDir = path.join(inject('productsFolder'), database.name);
  const read = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_LEADS: '12',
    INGEST_LIMIT: '0',
    ...environment,
  });
  if (read.kind === 'wrong') throw new Error(read.lines.join('\n'));
  const log = openLog(read.config.logLevel, { write: (line) => lines.push(line) });
  const stopping = stopper(log);
  const { app, routes, setupLink } = await startSystem({ ...read.config, port: 0 }, log, stopping);
  const stop = async () => {
    await stopping.stop('the tests are over');
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { app, routes, setupLink, database, dataDir, lines, stop };
}

function handleOf({ app, routes, setupLink, database, dataDir, lines }: Awaited<ReturnType<typeof running>>) {
  /**
   * The events of calls. Those that the system appends by itself come at any time, also those of an earlier file on the
   * same product: the taken leads of test files are released 20 minutes later (workers/work/release.ts).
   */
  async function events(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from event_store.events where meta->>'ip' is not null`,
    );
    return rows[0]?.n ?? 0;
  }
  return { app, routes, setupLink, database, dataDir, events, logged: () => lines.join('') };
}

/** Refusals are not errors: a logged error is a bug that an answer may have hidden. */
function throwErrors(lines: readonly string[]) {
  const errors = lines.filter((line) => /"level":"(?:error|fatal)"/.test(line));
  if (errors.length > 0) throw new Error(errors.slice(0, 5).join('\n'));
}

/**
 * Prints the logged warnings of failed tests: an answer such as 503 hides its cause, which only the log
 * contains.
 */
function printWarningsOfFailures(lines: readonly string[]) {
  let before = lines.length;
  afterEach(({ task }) => {
    const warnings = lines.slice(before).filter((line) => line.includes('"level":"warn"'));
    before = lines.length;
    if (task.result?.state === 'fail') console.info(`${task.name}:\n${warnings.slice(0, 20).join('')}`);
  });
}
