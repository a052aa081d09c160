import { once } from 'node:events';
import { connect } from 'node:net';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { portOf } from '../net/listen.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { anyone } from './policy.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const slow = endpoint({ method: 'GET', path: '/slow', data: z.unknown() });
const late = endpoint({ method: 'GET', path: '/late', data: z.unknown() });

/** Resolves with a call's signal when the call begins. */
function firstSignal() {
  let resolve = (_: () => AbortSignal) => {};
  const begun = new Promise<() => AbortSignal>((done) => {
    resolve = done;
  });
  return { begun, resolve };
}
const ofSlow = firstSignal();
const ofLate = firstSignal();
const never = new Promise<never>(() => {});

const app = await createServer({ log: openLog('silent'), trustProxy: [] });
mountRoutes(
  app,
  [
    route(slow, anyone, async (input) => {
      const signal = input.signal();
      ofSlow.resolve(() => signal);
      return never;
    }),
    // Asks for its signal only after the client has left.
    route(late, anyone, async (input) => {
      ofLate.resolve(() => input.signal());
      return never;
    }),
  ],
  noAccess,
);
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** Calls a path, and leaves when the call has begun. */
async function callAndLeave(path: string, begun: Promise<() => AbortSignal>) {
  const accepted = once(app.server, 'connection');
  const client = connect(portOf(app.server), '127.0.0.1');
  client.write(`GET /api${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const signalOf = await begun;
  const [served] = await accepted;
  const closed = once(served, 'close');
  client.destroy();
  await closed;
  return signalOf();
}

test('the signal of a call aborts when its client leaves', async () => {
  const signal = await callAndLeave('/slow', ofSlow.begun);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
});

test('a signal that is first asked for after the client has left is aborted', async () => {
  expect((await callAndLeave('/late', ofLate.begun)).aborted).toBe(true);
});
