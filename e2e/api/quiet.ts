import type { TestDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, vi } from 'vitest';

/** Waits until the product has done what it does after earlier calls, for tests that count its events. */
export async function untilQuiet({ url, everyTenant }: TestDatabase): Promise<void> {
  const store = testStore(url);
  const left = async () => {
    const { rows } = await everyTenant.query<{ n: number }>(
      `select ((select count(*) from checkpoints where state = 'live' and position < $1 collate "C")
             + (select count(*) from batch_runs)
             + (select count(*) from graphile_worker._private_jobs where run_at <= now()))::int as n`,
      [await store.head()],
    );
    return rows[0]?.n;
  };
  // Unlike expect.poll, also after the tests of a file.
  await vi.waitFor(async () => expect(await left()).toBe(0));
  await store.close();
}
