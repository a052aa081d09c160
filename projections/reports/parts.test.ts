import { OTHER_VALUES } from '@crm/events/reports/names.ts';
import { describe, expect, test } from 'vitest';
import { customKind, reportKinds } from './kinds.ts';
import type { Facts } from './parts.ts';
import { periodOf } from './period.ts';
import { sheetsOf } from './sheets.ts';
import { cellOf, emptyTally, type Tally } from './tally.ts';

/** A tally of approved leads in dollars. */
function tallyOf(leads: number): Tally {
  const tally = emptyTally();
  const cell = cellOf('USD', 'approved');
  tally.leads[cell] = leads;
  tally.totals[cell] = 100 * leads;
  return tally;
}

const factsOf = (groups: Facts['groups']): Facts => ({
  days: [tallyOf(5)],
  previous: emptyTally(),
  groups,
  period: periodOf('2026-01-01', '2026-01-01', 'UTC'),
  names: new Map([['offer-1', 'Tea']]),
  madeAt: Date.UTC(2026, 0, 2),
});

describe('a table with more values than lines', () => {
  const webmasters = Array.from({ length: 1_200 }, (_, n) => [`w${n}`, tallyOf(n < 10 ? 2 : 1)] as const);
  const facts = factsOf(new Map([['webmaster', new Map([[OTHER_VALUES, tallyOf(50)], ...webmasters])]]));

  test.each([
    ['by webmaster', reportKinds.leads.parts(facts).webmasterStats, 'webmaster'],
    ['of a custom report', customKind('webmaster', 'webmaster').parts(facts).rows, 'value'],
  ] as const)('%s ends with one line of all others, so that the lines add up', (_, lines, name) => {
    expect(lines).toHaveLength(1_001);
    expect(lines[0]).toMatchObject({ [name]: 'w0', totalLeads: 2 });
    expect(lines.at(-1)).toMatchObject({
      [name]: OTHER_VALUES,
      totalLeads: 250,
      revenue: [{ currency: 'USD', amount: 250 }],
    });
    expect(lines.reduce((sum, { totalLeads }) => sum + totalLeads, 0)).toBe(1_260);
  });
});

const figures = { totalLeads: 6, orders: 6, conversionRate: 100, totalRevenue: [], averageOrderValue: [] };

/** The rows of one table in a file of the conversion report. */
function tableOf(name: string, facts: Facts) {
  const days = { startDate: '2026-01-01', endDate: '2026-01-02' };
  const report = {
    ...days,
    ...figures,
    ...reportKinds.conversion.parts(facts),
    position: '1',
    timeZone: 'UTC',
    filters: [],
    previous: { ...days, ...figures },
  };
  return sheetsOf('conversion', report, 'Demo Sales').find((sheet) => sheet.name === name)?.rows;
}

test('a file names a deleted offer apart from leads without an offer', () => {
  const offers = new Map([
    ['offer-1', tallyOf(3)],
    ['offer-2', tallyOf(2)],
    [null, tallyOf(1)],
  ]);
  const rows = tableOf('By offer', factsOf(new Map([['offer_id', offers]])));
  expect(rows?.map(([name]) => name)).toEqual(['Offer', 'Tea', 'Deleted offer', '–']);
});

test('a file has the number 0 for a figure that is zero, and a dash for a share of no leads', () => {
  const period = periodOf('2026-01-01', '2026-01-02', 'UTC');
  const rows = tableOf('Conversion by day', {
    ...factsOf(new Map()),
    days: [tallyOf(5), emptyTally()],
    period,
  });
  expect(rows?.slice(1)).toEqual([
    ['2026-01-01', 100, 5, 5],
    ['2026-01-02', '–', 0, 0],
  ]);
});
