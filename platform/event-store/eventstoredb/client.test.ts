import { Readable } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openClient } from './client.ts';

const eventAt = (commit: bigint) => ({
  event: {
    ...{ id: `${commit}`, type: 'LeadCreated', streamId: 'lead-1', revision: commit, data: {}, metadata: {} },
    ...{ position: { commit, prepare: commit }, created: new Date() },
  },
});

test('a reader that has enough gets no further event, although the stream has more of them in memory', async () => {
  const stream = new Readable({ objectMode: true, read() {} });
  for (const event of [eventAt(9n), eventAt(8n), eventAt(7n), null]) stream.push(event);
  const reading = Object.assign(stream, { cancel: async () => {} });
  // A cast: the library's own stream has the same events.
  const answer = reading as unknown as ReturnType<EventStoreDBClient['readAll']>;
  vi.spyOn(EventStoreDBClient.prototype, 'readAll').mockReturnValue(answer);
  const client = openClient('esdb://127.0.0.1:1?tls=false');
  onTestFinished(() => client.close());
  const taken: string[] = [];
  await client.readAll({ from: null, limit: 8, backwards: true }, ({ id }) => {
    taken.push(id);
    return false;
  });
  expect(taken).toEqual(['9']);
});
