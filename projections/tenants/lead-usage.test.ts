import { LeadId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { leadStream, tenantStream } from '@crm/events/streams.ts';
import type { SubscriptionEvent } from '@crm/events/subscriptions/events.ts';
import { leadPeriodAt } from '@crm/events/subscriptions/lead-limit.ts';
import * as story from '@crm/events/subscriptions/story.ts';
import { describe, expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { foldUsage, type LeadUsageRow, type Used } from './lead-usage.ts';

const someLead = LeadId.parse(someTenant);

type Step = [at: string, what: SubscriptionEvent | 'lead'];

/**
 * The usage of the billing period of the last step, after leads came in and the subscription changed at these times; billing
 * periods begin on the 31st.
 */
function usageAfter(...steps: Step[]): Used | null {
  let row: LeadUsageRow | null = null;
  for (const [at, what] of steps) {
    const stream = what === 'lead' ? leadStream(someLead) : tenantStream(someTenant);
    const [event] = recorded(stream, [what === 'lead' ? leadCreated() : what]);
    if (event) row = foldUsage(row, { ...event, at: new Date(at) });
  }
  if (!row) return null;
  const [now] = steps.at(-1) ?? [];
  const { start_date: startDate, end_date: endDate, billing_cycle: billingCycle } = row;
  const { start } = leadPeriodAt({ startDate, endDate, billingCycle }, new Date(now ?? 0));
  return row.periods[start.toISOString()] ?? { leads: 0, limited: 0 };
}

const { end, growth } = story;
// Subscriptions of several billing periods.
const endDate = '2028-12-31T10:00:00.000Z';
const granted: typeof story.granted = (more) => story.granted({ endDate, ...more });
const renewed: typeof story.renewed = (more) => story.renewed({ endDate, ...more });
const paid: typeof story.paid = (more) => story.paid({ endDate, ...more });
const extended: typeof story.extended = (more) => story.extended({ endDate, ...more });

const unlimited = { ...growth, terms: { ...growth.terms, maxLeads: null } };
const yearly = { ...growth, terms: { ...growth.terms, billingCycle: 'yearly' as const } };
const begun: Step = ['2026-01-31T10:00:00Z', granted()];

describe('the leads that count towards the limit', () => {
  test('are those that came in since the billing period began', () => {
    const february: Step[] = [
      ['2026-01-31T10:00:01Z', 'lead'],
      ['2026-02-28T09:59:59Z', 'lead'],
    ];
    expect(usageAfter(begun, ...february)).toMatchObject({ leads: 2 });
    expect(usageAfter(begun, ...february, ['2026-02-28T10:00:00Z', 'lead'])).toMatchObject({ leads: 1 });
  });

  test('are none without a subscription, and none from before it', () => {
    const before: Step = ['2026-01-31T09:00:00Z', 'lead'];
    expect(usageAfter(before)).toBeNull();
    expect(usageAfter(before, begun)).toMatchObject({ leads: 0 });
  });

  test('stay when the running subscription is paid or extended, and begin at zero with a renewal after its end', () => {
    const used: Step[] = [begun, ['2026-02-10T10:00:00Z', 'lead']];
    const larger = { ...growth, terms: { ...growth.terms, maxLeads: 9000 } };
    expect(usageAfter(...used, ['2026-02-11T10:00:00Z', paid({ plan: larger })])).toMatchObject({ leads: 1 });
    expect(usageAfter(...used, ['2026-02-11T10:00:00Z', extended()])).toMatchObject({ leads: 1 });
    const startDate = '2026-02-20T10:00:00.000Z';
    expect(usageAfter(...used, [startDate, renewed({ startDate })])).toMatchObject({ leads: 0 });
  });

  test('are counted again when a change of the billing cycle brings back a period that began earlier', () => {
    const february: Step[] = [
      begun,
      ['2026-02-10T10:00:00Z', 'lead'],
      ['2026-02-11T10:00:00Z', 'lead'],
      ['2026-03-01T10:00:00Z', 'lead'], // the second month
    ];
    const year: Step[] = [...february, ['2026-03-02T10:00:00Z', paid({ plan: yearly })]];
    expect(usageAfter(...year)).toEqual({ leads: 2, limited: 2 });
    expect(usageAfter(...year, ['2026-03-03T10:00:00Z', 'lead'])).toEqual({ leads: 3, limited: 3 });
    expect(usageAfter(...year, ['2026-03-04T10:00:00Z', paid()])).toEqual({ leads: 1, limited: 1 });
  });

  test('have a place while the plan has a limit, also when it has none in between', () => {
    const used: Step[] = [
      ['2026-01-31T10:00:00Z', granted({ plan: unlimited })],
      ['2026-02-10T10:00:00Z', 'lead'],
      ['2026-02-11T10:00:00Z', paid()],
    ];
    expect(usageAfter(...used)).toMatchObject({ leads: 1, limited: 0 });
    expect(
      usageAfter(
        ...used,
        ['2026-02-12T10:00:00Z', 'lead'],
        ['2026-02-13T10:00:00Z', paid({ plan: unlimited })],
        ['2026-02-14T10:00:00Z', 'lead'],
        ['2026-02-15T10:00:00Z', paid()],
      ),
    ).toMatchObject({ leads: 3, limited: 1 });
  });

  test('are not those of earlier periods that an import brings later', () => {
    const imported: Step = ['2026-02-10T10:00:00Z', 'lead'];
    expect(
      usageAfter(begun, ['2026-03-01T10:00:00Z', 'lead'], imported, ['2026-03-02T10:00:00Z', 'lead']),
    ).toMatchObject({ leads: 2 });
  });

  test('are also those that an upload still saves after the end of the subscription', () => {
    const ended: Step[] = [
      ['2026-01-31T10:00:00Z', granted({ endDate: end })],
      ['2026-02-10T10:00:00Z', 'lead'],
      [end, 'lead'],
    ];
    expect(usageAfter(...ended)).toEqual({ leads: 2, limited: 2 });
    const extendedAfter: Step[] = [...ended, ['2026-03-01T10:00:00Z', extended()]];
    expect(usageAfter(...extendedAfter)).toEqual({ leads: 0, limited: 0 });
    expect(usageAfter(...extendedAfter, ['2026-03-02T10:00:00Z', 'lead'])).toEqual({ leads: 1, limited: 1 });
  });

  test('of billing periods that began more than a year ago are dropped', () => {
    const weekly = { ...growth, terms: { ...growth.terms, billingCycle: 'weekly' as const } };
    let [row] = recorded(tenantStream(someTenant), [granted({ plan: weekly })]).map((event) =>
      foldUsage(null, { ...event, at: new Date('2026-01-31T10:00:00Z') }),
    );
    for (let week = 0; week < 150; week += 1)
      for (const event of recorded(leadStream(someLead), [leadCreated()]))
        row = foldUsage(row ?? null, { ...event, at: new Date(Date.UTC(2026, 1, 1 + 7 * week)) });
    expect(Object.keys(row?.periods ?? {}).length).toBeLessThanOrEqual(54);
  });
});
