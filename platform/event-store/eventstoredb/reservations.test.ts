import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Read } from './client.ts';
import { ownerOf } from './reservations.ts';

const refused = { kind: 'refused', reason: 'Server Is Too Busy' } as const;
const event = { id: 'a', type: 'LeadCreated', data: {}, metadata: {} };

/** A server that has a claim to a name and not the append of the claim, and that refuses all writes. */
function busyServer(claim: object) {
  const found: Read = {
    ...{ id: 'b', type: 'NameClaimed', stream: 'reservation-name-x', revision: 0 },
    ...{ position: { commit: 1n, prepare: 1n }, data: claim, metadata: {}, at: new Date() },
  };
  const server = {
    writes: 0,
    async append() {
      server.writes += 1;
      await turn();
      if (server.writes > 20) throw new Error('It is asked without end');
      return refused;
    },
    async readStream(stream: string, _: object, take: (event: Read) => boolean) {
      await turn();
      if (stream === found.stream) take(found);
    },
  };
  return server;
}

test.each([
  ['an append that a dead process did not complete', { events: [event] }],
  ['an attempt that a dead process did not decide', {}],
])('a server that refuses writes ends the question for the owner of %s', async (_, more) => {
  const server = busyServer({ stream: 'lead-1', expected: 'none', ids: ['a'], attempt: 'c', ...more });
  await expect(ownerOf(server, 'x')).rejects.toThrow('Server Is Too Busy');
  expect(server.writes).toBe(1);
});
