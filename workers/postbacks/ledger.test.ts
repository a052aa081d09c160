import { ownCluster } from '@crm/platform/test/database.ts';
import { expect, test } from 'vitest';
import { keepLedger } from './test/ledger.ts';

const cluster = await ownCluster();

test('delivers each event to each matching partner in order, and logs it, despite killed workers and outages', async () => {
  const { events, expected, kills, takeovers, unanswered, duplicates, ...faults } = await keepLedger({
    url: cluster.url,
    postgres: cluster,
    events: 150,
    perSecond: 100,
    rounds: 1,
  });
  console.info(
    `${events} events, ${expected} deliveries; ${kills} kills, ${takeovers} takeovers, ${unanswered} unanswered, ${duplicates} duplicates`,
  );
  expect(expected).toBeGreaterThan(300);
  expect(kills).toBeGreaterThanOrEqual(5);
  expect(faults).toEqual({
    missing: [],
    unexpected: [],
    notEnded: [],
    wrong: [],
    unsigned: [],
    outOfOrder: [],
    unexplained: [],
  });
});
