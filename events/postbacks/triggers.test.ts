import { describe, expect, test } from 'vitest';
import type { LeadEvent } from '../leads/events.ts';
import {
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadEdited,
  leadUnassigned,
  priya,
  statusChangeApproved,
  statusChanged,
  statusChangeRejected,
  statusChangeRequested,
} from '../leads/story.ts';
import { leadStatuses } from '../leads/vocabulary.ts';
import { type LeadSnapshot, leadSnapshotAfter } from './lead.ts';
import { details, oilOffer } from './story.ts';
import { firedBy, previousStatusOf, requestedTrigger, triggerOf, triggersOf } from './triggers.ts';
import { triggerEvents } from './vocabulary.ts';

describe('an event triggers', () => {
  test.each<[LeadEvent, string[]]>([
    [leadCreated(), ['new_lead']],
    [leadAssigned(priya), ['lead_assigned']],
    [statusChanged('hold'), ['status_update']],
    [statusChanged('processing', { from: 'hold' }), ['status_update']],
    [statusChanged('approved'), ['lead_approved', 'status_update']],
    [statusChangeApproved('approved'), ['lead_approved', 'status_update']],
    [statusChanged('cancelled'), ['lead_rejected', 'status_update']],
    [statusChangeApproved('trash'), ['lead_rejected', 'status_update']],
    [statusChangeApproved('processing'), []],
    [statusChangeRequested('approved'), []],
    [statusChangeRejected('approved', 'No'), []],
    [leadUnassigned(priya), []],
    [leadEdited({ customer: { fullName: 'Bob' } }), []],
    [leadCommented(), []],
    [leadDeleted(), []],
  ])('$0.type: $1', (event, triggers) => expect(triggersOf(event)).toEqual(triggers));
});

describe('a postback gets an event once', () => {
  const approved = statusChanged('approved');
  const conditionsOf = (...wanted: (typeof triggerEvents)[number][]) => ({
    triggerEvents: wanted,
    statusConditions: [],
  });

  test('with the most specific trigger that it requests', () => {
    expect(firedBy(conditionsOf('status_update', 'lead_approved'), approved)).toBe('lead_approved');
    expect(firedBy(conditionsOf('status_update'), approved)).toBe('status_update');
    expect(firedBy(conditionsOf('lead_approved'), approved)).toBe('lead_approved');
    expect(firedBy(conditionsOf('lead_rejected', 'new_lead'), approved)).toBeNull();
  });

  test('and status conditions only affect status changes', () => {
    const onHold = { triggerEvents: [...triggerEvents], statusConditions: ['hold' as const] };
    expect(
      leadStatuses.map((to) =>
        firedBy(onHold, statusChanged(to, { from: to === 'hold' ? 'trash' : 'hold' })),
      ),
    ).toEqual(leadStatuses.map((to) => (to === 'hold' ? 'status_update' : null)));
    expect(firedBy(onHold, leadCreated())).toBe('new_lead');
    expect(firedBy(onHold, leadAssigned(priya))).toBe('lead_assigned');
  });

  test('with the status before a status change as previousStatus', () => {
    expect(previousStatusOf(statusChangeApproved('approved', { from: 'hold' }))).toBe('hold');
    expect(previousStatusOf(leadCreated())).toBeNull();
  });
});

test.each([leadAssigned(priya), ...leadStatuses.slice(1).map((to) => statusChanged(to))])(
  '$type $data.to that was queued with any trigger is sent with the one that is requested now',
  (event) => {
    const lead = after(leadCreated(), event);
    if (!lead) throw new Error('No lead');
    for (const queuedAs of triggersOf(event))
      for (const requested of [...triggerEvents.map((one) => [one]), [...triggerEvents]]) {
        const payload = { event: queuedAs, lead, previousStatus: previousStatusOf(event) };
        expect(requestedTrigger({ triggerEvents: requested }, payload)).toBe(
          firedBy({ triggerEvents: requested, statusConditions: [] }, event),
        );
      }
  },
);

const at = (minute: number) => ({ lead: 'l', at: new Date(Date.UTC(2025, 2, 1, 9, minute)) });
const after = (...events: LeadEvent[]) =>
  events.reduce<LeadSnapshot | null>((lead, event, n) => leadSnapshotAfter(lead, event, at(n)), null);

describe('a lead in a payload', () => {
  test('has its state right after the event', () =>
    expect(
      after(
        leadCreated(),
        leadAssigned(priya),
        leadEdited({ customer: { fullName: 'Bob' } }),
        statusChangeRequested('approved', { reason: 'She said yes' }),
        statusChangeApproved('approved', { notes: 'Fine' }),
      ),
    ).toMatchObject({
      orderId: 'A-1',
      status: 'approved',
      statusReason: 'She said yes',
      operator: priya,
      details: { customer: { fullName: 'Bob' } },
      createdAt: '2025-03-01T09:00:00.000Z',
      updatedAt: '2025-03-01T09:04:00.000Z',
    }));

  test('has its order date as creation time, as in lists', () => {
    const { type, data } = leadCreated();
    const uploaded = { type, data: { ...data, orderedAt: '2025-01-15T00:00:00.000Z' } };
    expect(after(uploaded, leadAssigned(priya))).toMatchObject({
      createdAt: '2025-01-15T00:00:00.000Z',
      updatedAt: '2025-03-01T09:01:00.000Z',
    });
  });

  test('is null after its deletion', () => expect(after(leadCreated(), leadDeleted())).toBeNull());
});

describe('filters', () => {
  const lead = after(leadCreated());
  const triggerWith = (filters: Partial<typeof details.filters>) =>
    triggerOf({ ...details, filters: { ...details.filters, ...filters } }, leadCreated(), lead);
  test.each([
    [{}, true],
    [{ webmasters: ['WEB-7 '] }, true],
    [{ webmasters: ['web-8'] }, false],
    [{ countries: ['GB', 'in'] }, true],
    [{ countries: ['GB'] }, false],
    [{ paymentModes: ['cod' as const] }, true],
    [{ paymentModes: ['prepaid' as const] }, false],
    [{ offers: [oilOffer] }, false],
    [{ webmasters: ['web-7'], countries: ['GB'] }, false],
  ])('%o: %s', (filters, passes) => expect(triggerWith(filters)).toBe(passes ? 'new_lead' : null));

  test.each(['UK', 'gb'])('for the country %s match a lead with either of its codes', (country) => {
    for (const code of ['UK', 'GB']) {
      const { type, data } = leadCreated();
      const address = { ...data.details.address, country: code };
      const created: LeadEvent = { type, data: { ...data, details: { ...data.details, address } } };
      const filters = { ...details.filters, countries: [country] };
      expect(triggerOf({ ...details, filters }, created, after(created))).toBe('new_lead');
    }
  });

  test('send nothing for a deleted lead', () => expect(triggerOf(details, leadCreated(), null)).toBeNull());
});
