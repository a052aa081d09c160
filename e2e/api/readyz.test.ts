import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { ownCluster } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from './product.ts';

const wire = await startWire();
afterAll(wire.end);
const postgres = await ownCluster();
const { app } = await startProduct({
  DATABASE_URL: postgres.url,
  EVENTSTORE_URL: wire.url,
  DEMO_LEADS: '0',
});

async function get(url: string) {
  const { statusCode, body } = await app.inject({ method: 'GET', url });
  return { http: statusCode, ...JSON.parse(body) };
}
test.each([
  { name: 'Postgres', ...postgres, reason: /^Postgres: connect ENOENT/ },
  {
    name: 'the event store',
    stop: wire.stop,
    start: wire.start,
    reason: /^The event store: EventStoreDB at 127\.0\.0\.1:\d+ cannot be reached \(/,
  },
])('answers 503 during an outage of $name, stays alive, and recovers by itself', async (source) => {
  await expect.poll(() => get('/readyz')).toEqual({ http: 200, status: 'ready' });
  await source.stop();
  await expect
    .poll(() => get('/readyz'))
    .toEqual({
      http: 503,
      status: 'unavailable',
      reason: expect.stringMatching(source.reason),
    });
  expect(await get('/healthz')).toEqual({ http: 200, status: 'ok' });
  await source.start();
  await expect.poll(() => get('/readyz')).toEqual({ http: 200, status: 'ready' });
});
