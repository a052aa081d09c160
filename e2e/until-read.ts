import { testStore } from '@crm/platform/test/test-store.ts';
import { Pool } from 'pg';
import { expect, vi } from 'vitest';

/**
 * Waits until all read models of a product contain every event until now. The product's answers wait for the caller's own
 * writes only, and at most two seconds: a test that reads a figure once needs more on a busy machine.
 */
export async function untilRead(databaseUrl: string): Promise<void> {
  const store = testStore(databaseUrl);
  const pool = new Pool({ connectionString: databaseUrl, options: '-c app.tenant=*' });
  const head = await store.head();
  const behind = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select name from checkpoints where state = 'live' and position < $1 collate "C"`,
      [head],
    );
    return rows.map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await behind()).toEqual([]));
  await store.close();
  await pool.end();
}
