import { randomUUID } from 'node:crypto';
import { SavedReportId } from '@crm/events/ids.ts';
import { savedReportStream } from '@crm/events/streams.ts';
import { sampleAppend, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { START } from '@crm/platform/event-store/port.ts';
import { register } from '@crm/platform/runner/checkpoint.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { endSchedules } from './end-schedule.ts';

const db = await testDatabase();
const { pools, store, forJobs } = poolsAndStore(db);

const leaver = (position: string) => ({ tenant: randomUUID(), owner: randomUUID(), position });

test('the schedules of a leaver are looked at again while the read model of users is behind', async () => {
  await store.append(sampleAppend(sampleStream(), 'none'));
  const position = await store.head();
  await register(db.pool, 'saved-reports', 1, position);
  await register(db.pool, 'users', 1, START);
  await expect(endSchedules.run(leaver(position), forJobs)).rejects.toThrow('are behind');
});

test('a schedule of a leaver that cannot be ended holds back no other', async () => {
  const rows = [{ id: randomUUID() }, { id: randomUUID() }];
  const background = Object.assign(Object.create(pools.background), { query: async () => ({ rows }) });
  const read: string[] = [];
  const failing = async (stream: string) => {
    read.push(stream);
    throw new Error('This stream cannot be read');
  };
  const broken = Object.assign(Object.create(store), { readStream: failing });
  const run = endSchedules.run(leaver(START), {
    ...forJobs,
    pools: { ...pools, background },
    store: broken,
  });
  await expect(run).rejects.toThrow('This stream cannot be read');
  expect(read).toEqual(rows.map(({ id }) => savedReportStream(SavedReportId.parse(id))));
});
