import { openSealedEventStore } from '@crm/platform/event-store/sealed/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { build } from '@crm/projections/generations/build.ts';
import type { projections } from '@crm/projections/projections.ts';
import { expect } from 'vitest';

/** Rebuilds a projection beside the running product on this database; expects the rows that the live one has. */
export async function expectSameRows(url: string, projection: (typeof projections)[number]): Promise<void> {
  const log = openLog('silent');
  const pools = testPools(url, log);
  const { store } = await openSealedEventStore(testStoreConfig(url), pools.auth);
  const { signal } = new AbortController();
  const rebuilt = await build(projection, { pool: pools.projections, store, log, signal });
  await store.close();
  await pools.end();
  expect(rebuilt?.outcome).toBe('live');
  expect(rebuilt?.comparison?.filter(({ same }) => !same)).toEqual([]);
}
