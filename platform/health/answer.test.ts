import { afterAll, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { openLog } from '../log/log.ts';
import { answerHealth } from './answer.ts';
import type { Readiness } from './readiness.ts';

let state: Readiness;
let finish = () => {};
const started = new Promise<void>((resolve) => {
  finish = resolve;
});

async function serve(heldMs: number) {
  const served = await createServer({ log: openLog('silent'), trustProxy: [] });
  answerHealth(served, { state: () => state, started }, heldMs);
  served.get('/api/things', () => ({ success: true }));
  served.post('/api/things', () => ({ success: true }));
  afterAll(() => served.close());
  return served;
}
const app = await serve(60_000);
const impatient = await serve(1);

async function get(url: string) {
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
  return { http: statusCode, retryAfter: headers['retry-after'], ...JSON.parse(body) };
}

test('during the start, reports liveness and the reason for the wait, and answers no call', async () => {
  state = { status: 'waiting', reason: 'The read models are being prepared' };
  expect(await get('/healthz')).toMatchObject({ http: 200, status: 'ok' });
  expect(await get('/readyz')).toEqual({ http: 503, retryAfter: '1', ...state });
  expect(await get('/api/things')).toEqual({
    http: 503,
    code: 'unavailable',
    retryAfter: '1',
    success: false,
    message: 'The service is not available at the moment. Please try again.',
  });
});

test('during the start, a command waits for its end, for a while and not in masses', async () => {
  state = { status: 'waiting', reason: 'The user directory is being brought up to date' };
  const post = async (to = app) => (await to.inject({ method: 'POST', url: '/api/things' })).statusCode;
  expect(await post(impatient)).toBe(503);
  const waiting = Array.from({ length: 201 }, () => post());
  expect(await Promise.race(waiting)).toBe(503);
  state = { status: 'ready' };
  finish();
  expect((await Promise.all(waiting)).filter((status) => status === 200)).toHaveLength(200);
});

test('is ready with 200, and answers calls', async () => {
  state = { status: 'ready' };
  expect(await get('/readyz')).toEqual({ http: 200, status: 'ready' });
  expect(await get('/api/things')).toMatchObject({ http: 200, success: true });
});

test('is degraded with 200 and the reason, and answers calls', async () => {
  state = { status: 'degraded', reason: 'leads: 2 events could not be applied' };
  expect(await get('/readyz')).toEqual({ http: 200, ...state });
  expect(await get('/api/things')).toMatchObject({ http: 200, success: true });
});

test('is unavailable with 503 and the reason, while liveness stays 200 and calls are still handled', async () => {
  state = { status: 'unavailable', reason: 'Postgres: connect ECONNREFUSED' };
  expect(await get('/readyz')).toEqual({ http: 503, retryAfter: '1', ...state });
  expect(await get('/healthz')).toMatchObject({ http: 200, status: 'ok' });
  expect(await get('/api/things')).toMatchObject({ http: 200, success: true });
});
