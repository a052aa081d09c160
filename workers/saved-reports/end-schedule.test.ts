import { randomUUID } from 'node:crypto';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endSchedules } from './end-schedule.ts';

const db = await testDatabase();
const { log, pools, store } = poolsAndStore(db);

test('the schedules of a leaver are looked at again while the read model of users is behind', async () => {
  await store.append(sampleAppend(sampleStream(), 'none'));
  const position = await store.head();
  await register(db.pool, 'saved-reports', 1, position);
  await register(db.pool, 'users', 1, START);
  const payload = { tenant: randomUUID(), owner: randomUUID(), position };
  const context = { store, forgetLookup: () => {}, pools, log, attempt: 1 };
  const run = endSchedules.run(payload, { ...context, signal: new AbortController().signal });
  await expect(run).rejects.toThrow('are behind');
});
