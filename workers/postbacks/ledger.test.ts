import { ownCluster } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { noFaults } from './test/compare.ts';
import { keepLedger } from './test/ledger.ts';

const cluster = await ownCluster();

test('delivers each event to each matching partner in order, and logs it, despite killed workers and outages', async () => {
  const { expected, kills, faults } = await keepLedger({
    url: cluster.url,
    postgres: cluster,
    events: 150,
    perSecond: 100,
    rounds: 1,
  });
  expect(expected).toBeGreaterThan(300);
  expect(kills).toBeGreaterThanOrEqual(5);
  expect(faults).toEqual(noFaults);
});
