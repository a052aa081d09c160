import { LeadId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { leadStream, tenantStream } from '@crm/events/streams.ts';
import type { SubscriptionEvent } from '@crm/events/subscriptions/events.ts';
import { extended, granted, growth, paid, renewed } from '@crm/events/subscriptions/story.ts';
import { describe, expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { foldUsage, type LeadUsageRow } from './lead-usage.ts';

const someLead = LeadId.parse(someTenant);

type Step = [at: string, what: SubscriptionEvent | 'lead'];

/** The usage after leads came in and the subscription changed at these times; billing periods begin on the 31st. */
function usageAfter(...steps: Step[]): LeadUsageRow | null {
  return steps.reduce<LeadUsageRow | null>((row, [at, what]) => {
    const stream = what === 'lead' ? leadStream(someLead) : tenantStream(someTenant);
    const [event] = recorded(stream, [what === 'lead' ? leadCreated() : what]);
    return event ? foldUsage(row, { ...event, at: new Date(at) }) : row;
  }, null);
}

const unlimited = { ...growth, terms: { ...growth.terms, maxLeads: null } };
const begun: Step = ['2026-01-31T10:00:00Z', granted()];

describe('the leads that count towards the limit', () => {
  test('are those that came in since the billing period began', () => {
    const february: Step[] = [
      ['2026-01-31T10:00:01Z', 'lead'],
      ['2026-02-28T09:59:59Z', 'lead'],
    ];
    expect(usageAfter(begun, ...february)).toMatchObject({ leads: 2 });
    expect(usageAfter(begun, ...february, ['2026-02-28T10:00:00Z', 'lead'])).toMatchObject({
      leads: 1,
      period_start: new Date('2026-02-28T10:00:00Z'),
    });
  });

  test('are none without a subscription, and none of before it', () => {
    const before: Step = ['2026-01-31T09:00:00Z', 'lead'];
    expect(usageAfter(before)).toBeNull();
    expect(usageAfter(before, begun)).toMatchObject({ leads: 0 });
  });

  test('stay when the running subscription is paid or extended, and begin anew with a renewal after its end', () => {
    const used: Step[] = [begun, ['2026-02-10T10:00:00Z', 'lead']];
    const larger = { ...growth, terms: { ...growth.terms, maxLeads: 9000 } };
    expect(usageAfter(...used, ['2026-02-11T10:00:00Z', paid({ plan: larger })])).toMatchObject({
      leads: 1,
      max_leads: 9000,
    });
    expect(usageAfter(...used, ['2026-02-11T10:00:00Z', extended()])).toMatchObject({ leads: 1 });
    const startDate = '2026-02-20T10:00:00.000Z';
    expect(usageAfter(...used, [startDate, renewed({ startDate })])).toMatchObject({ leads: 0 });
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
    expect(
      usageAfter(begun, ['2026-03-01T10:00:00Z', 'lead'], ['2026-02-10T10:00:00Z', 'lead']),
    ).toMatchObject({ leads: 1 });
  });
});
