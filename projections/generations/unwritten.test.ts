import { randomUUID } from 'node:crypto';
import type { ReadAll } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { catchUp } from '../test/catch-up.ts';
import { build } from './build.ts';
import { boxEvent, boxProjection, put } from './sample-events.ts';

const db = await testDatabase();
const store = testStore(db.url);
const log = openLog('silent');

const made = () => boxEvent({ type: 'BoxMade', data: { label: 'box' } });
const filled = (amount: number) => boxEvent({ type: 'BoxFilled', data: { amount } });
const burnt = () => boxEvent({ type: 'BoxBurnt', data: {} });

test('a rebuild produces the same rows however many batches it writes together', async () => {
  await catchUp([boxProjection], { db, store });
  const note = (text: string | null, noteId: string = randomUUID()) =>
    boxEvent({ type: 'BoxNoted', data: { noteId, text } });
  const boxes = Array.from({ length: 12 }, (_, n) => ({ id: randomUUID(), n, removed: randomUUID() }));
  for (const { id } of boxes) await put(store, id, 0, made(), filled(1), note('kept'));
  for (const { id, n, removed } of boxes)
    await put(
      store,
      id,
      3,
      n % 2 === 0 ? filled(2) : boxEvent({ type: 'BoxGiven', data: { to: 'ann' } }),
      note('x', removed),
    );
  for (const { id, n, removed } of boxes)
    await put(store, id, 5, n % 3 === 0 ? burnt() : note(null, removed), ...(n % 6 === 0 ? [made()] : []));
  await catchUp([boxProjection], { db, store });
  const smallBatches = { ...store, readAll: (options: ReadAll) => store.readAll({ ...options, limit: 7 }) };
  const none = { rowBytes: 0, keyBytes: 0 };
  for (const mostUnwritten of [0, 20, 10_000])
    for (const caches of [{}, { cacheLimits: none }]) {
      const rebuilt = await build(boxProjection, {
        ...{ pool: db.pool, store: smallBatches, log, signal: new AbortController().signal },
        ...{ mostUnwritten, ...caches },
      });
      expect(rebuilt?.comparison?.map(({ same }) => same)).toEqual([true, true, true]);
    }
});
