import { expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { answerHealth } from './health.ts';
import { createServer } from './server.ts';

test('until it is ready a process lives, says what it waits for, and answers no call', async () => {
  let waitingFor: string | null = 'The read models are being prepared';
  const app = await createServer({ log: openLog('silent'), trustProxy: [] });
  answerHealth(app, () => waitingFor);
  app.get('/api/things', () => ({ success: true }));
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
    return { status: statusCode, retryAfter: headers['retry-after'], ...JSON.parse(body) };
  };

  expect(await get('/healthz')).toMatchObject({ status: 'ok' });
  expect(await get('/readyz')).toMatchObject({ reason: waitingFor, retryAfter: '1' });
  expect(await get('/api/things')).toEqual({
    status: 503,
    retryAfter: '1',
    success: false,
    code: 'unavailable',
    message: 'The service is not available at the moment. Please try again.',
  });

  waitingFor = null;
  expect(await get('/readyz')).toMatchObject({ status: 'ready' });
  expect(await get('/api/things')).toMatchObject({ status: 200, success: true });
  await app.close();
});
