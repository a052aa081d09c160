import { afterAll } from 'vitest';
import { openLog } from '../log/log.ts';
import type { TestDatabase } from './database.ts';
import { testPools } from './test-pools.ts';
import { testStore } from './test-store.ts';

/**
 * Opens the pools and the event store of a process on a test database, with a log that is not printed, and what jobs get of
 * them in a first attempt that nothing stops. They are closed after the file; call it at its top level.
 */
export function poolsAndStore({ url }: Pick<TestDatabase, 'url'>) {
  const log = openLog('silent');
  const pools = testPools(url, log);
  const store = testStore(url);
  afterAll(async () => {
    await store.close();
    await pools.end();
  });
  const signal = new AbortController().signal;
  const forJobs = { store, pools, log, forgetLookup: () => {}, attempt: 1, signal };
  return { log, pools, store, forJobs };
}
