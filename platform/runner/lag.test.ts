import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { type Metric, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { sampleAppend, sampleEvent, sampleStream } from '../event-store/contract/samples.ts';
import { START } from '../event-store/port.ts';
import { copyingPostgres } from '../event-store/postgres/copying.ts';
import { testDatabase } from '../test/database.ts';
import { STATE_MS } from '../test/patience.ts';
import { testStore } from '../test/test-store.ts';
import { register } from './checkpoint.ts';
import { lagGauges } from './lag.ts';

const db = await testDatabase();
const store = testStore(db.url);

async function scrape(storeKind: 'postgres' | 'eventstoredb', names: readonly string[]) {
  const registry = new Registry();
  const gauges: Metric[] = lagGauges({
    db: db.everyTenant,
    storedEvents: store,
    storeKind,
    names,
    log: null,
  });
  for (const gauge of gauges) registry.registerMetric(gauge);
  const text = await registry.metrics();
  const valueIn = (metric: string, consumer: string) =>
    Number(new RegExp(`^${metric}{consumer="${consumer}",state="live"} (.*)$`, 'm').exec(text)?.[1]);
  return (consumer: string) => ({
    events: valueIn('consumer_lag_events', consumer),
    seconds: valueIn('consumer_lag_seconds', consumer),
  });
}

test('an imported event is not as old as it was in the other installation', async () => {
  const name = 'behind an import';
  await store.append(sampleAppend(sampleStream(), 'none'));
  await register(db.pool, name, 1, await store.head());
  const imported = copyingPostgres(db.url);
  const event = {
    ...sampleEvent(),
    meta: testMeta(TenantId.parse(randomUUID()), { imported: randomUUID() }),
  };
  const at = new Date('2020-01-01');
  await imported.add([{ ...event, stream: sampleStream(), revision: 0, position: START, at }]);
  await imported.close();
  const { events, seconds } = (await scrape('postgres', [name]))(name);
  expect(events).toBe(1);
  expect(seconds).toBeLessThan(STATE_MS / 1000);
});

// Both ways to count work on any store.
test.each(['postgres', 'eventstoredb'] as const)(
  'reports the lag of consumers in events and seconds (%s)',
  async (kind) => {
    const names = {
      behind: `behind ${kind}`,
      upToDate: `up to date ${kind}`,
      old: `of an old version ${kind}`,
    };
    await store.append(sampleAppend(sampleStream(), 'none', 2));
    await register(db.pool, names.behind, 1, await store.head());
    await register(db.pool, names.old, 1, await store.head());
    await store.append(sampleAppend(sampleStream(), 'none', 3));
    await register(db.pool, names.upToDate, 1, await store.head());
    await sleep(2); // the lag is counted in milliseconds
    const lagOf = await scrape(kind, [names.behind, names.upToDate]);
    expect(lagOf(names.upToDate)).toEqual({ events: 0, seconds: 0 });
    const { events, seconds } = lagOf(names.behind);
    expect(events).toBe(3);
    expect(seconds).toBeGreaterThan(0);
    expect(lagOf(names.old)).toEqual({ events: Number.NaN, seconds: Number.NaN }); // not reported
  },
);
