import { afterAll, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { openLog } from '../log/log.ts';
import { answerHealth } from './answer.ts';
import type { Readiness } from './readiness.ts';

let state: Readiness;
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
answerHealth(app, () => state);
app.get('/api/things', () => ({ success: true }));
afterAll(() => app.close());

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
