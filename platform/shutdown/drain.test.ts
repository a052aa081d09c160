import { afterAll, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { openLog } from '../log/log.ts';
import { closeKeptConnections, openDrain } from './drain.ts';

const stopping = new AbortController();
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
closeKeptConnections(app, stopping.signal);
app.get('/thing', () => ({ success: true }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

test('a stopping process answers, and asks clients to close their connections', async () => {
  const before = await fetch(`${url}/thing`);
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  stopping.abort();
  const after = await fetch(`${url}/thing`);
  expect([after.status, after.headers.get('connection')]).toEqual([200, 'close']);
});

test('the drain is over its time after the stop began, and at once without a stop', async () => {
  const stop = new AbortController();
  const drain = openDrain(stop.signal, 60);
  await drain.over();
  const began = performance.now();
  stop.abort();
  await Promise.all([drain.over(), drain.over()]);
  // A timer of Node may come a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(58);
});
