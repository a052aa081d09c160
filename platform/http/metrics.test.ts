import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { answerMetrics } from './metrics.ts';
import { createServer } from './server.ts';

const TOKEN = 'a-token-of-the-tests';

/** Returns status and body of GET /metrics with an Authorization header. */
async function ask(access: Config['metrics'], authorization?: string) {
  const app = await createServer({ log: openLog('silent'), trustProxy: [] });
  onTestFinished(() => app.close());
  answerMetrics(app, access);
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode, body } = await app.inject({ method: 'GET', url: '/metrics', headers });
  return { status: statusCode, body };
}

test('without METRICS_TOKEN there is no /metrics for any request', async () => {
  for (const sent of [undefined, 'Bearer ', `Bearer ${TOKEN}`]) {
    const { status, body } = await ask({ kind: 'off' }, sent);
    expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 404, code: 'no-such-call' });
  }
});

test.each([undefined, 'Bearer ', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])(
  'refuses metrics to a caller with %s',
  async (sent) => {
    const { status, body } = await ask({ kind: 'token', token: TOKEN }, sent);
    expect(status).toBe(401);
    expect(body).not.toContain('process_cpu');
  },
);

test('answers metrics to a caller with the token', async () => {
  const { status, body } = await ask({ kind: 'token', token: TOKEN }, `Bearer ${TOKEN}`);
  expect(status).toBe(200);
  expect(body).toContain('process_cpu_seconds_total');
});
