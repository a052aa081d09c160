import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERASED, erasedDetails } from './erased.ts';
import type { LeadEvent } from './events.ts';
import { joinPersonal, splitPersonal } from './personal.ts';
import {
  comment,
  details,
  leadCreated,
  leadEdited,
  leadRestored,
  statusChanged,
  statusChangeRequested,
  wholeAgain,
} from './story.ts';

const splitOf = ({ type, data }: LeadEvent, version = 2) => splitPersonal({ type, version, data });

describe('the personal data of events', () => {
  test('is taken out of a new lead, and nothing else is', () => {
    const { rest, personal } = splitOf(leadCreated());
    expect(rest).toEqual({ orderId: 'A-1', orderedAt: null, details: erasedDetails(details) });
    expect(erasedDetails(details).product).toEqual(details.product);
    expect(erasedDetails(details).customer).toEqual({
      fullName: ERASED,
      phone: ERASED,
      alternatePhone: null,
      email: ERASED,
      age: null,
    });
    expect(erasedDetails(details).source.extra).toEqual({});
    for (const value of ['रवि कुमार', '+91 98765 43210', 'ravi@example.test', '14 MG Road', 'spring'])
      expect([JSON.stringify(rest).includes(value), JSON.stringify(personal).includes(value)]).toEqual([
        false,
        true,
      ]);
  });

  test('of an edit is both values, in either version', () => {
    const phone = { from: details.customer.phone, to: '02079460000' };
    expect(splitOf(leadEdited({ customer: { phone: phone.to } }))).toEqual({
      rest: { changes: { customer: { phone: { from: ERASED, to: ERASED } } } },
      personal: { 'changes.customer.phone.from': phone.from, 'changes.customer.phone.to': phone.to },
    });
    const version1 = { changes: { customer: { phone: phone.to }, product: { quantity: 3 } } };
    expect(splitPersonal({ type: 'LeadEdited', version: 1, data: version1 }).rest).toEqual({
      changes: { customer: { phone: ERASED }, product: { quantity: 3 } },
    });
  });

  test.each([
    ['She moved to 14 MG Road', ERASED],
    ['Connected - Call Back', 'Connected - Call Back'],
    ['Connected - her son Ravi answered', `Connected - ${ERASED}`],
    ['Not Connected', 'Not Connected'],
  ])('of a comment is what is not the outcome of a call: %s', (content, left) => {
    expect(
      splitOf({ type: 'LeadCommented', data: { ...comment, content, statusChange: null } }).rest,
    ).toMatchObject({ content: left });
  });

  test('includes reasons, and there is none without them', () => {
    expect(splitOf(statusChangeRequested('approved', { reason: 'Ravi asked' })).personal).toEqual({
      reason: 'Ravi asked',
    });
    expect(splitOf(statusChanged('approved')).personal).toBeNull();
    expect(splitOf(leadRestored({ pending: null, deleted: null, reason: null })).personal).toBeNull();
  });

  test.each([
    ['LeadAssigned', 'reason'],
    ['LeadUnassigned', 'reason'],
    ['LeadStatusChanged', 'reason'],
    ['LeadStatusChangeRequested', 'reason'],
    ['LeadStatusChangeApproved', 'notes'],
    ['LeadStatusChangeRejected', 'notes'],
    ['LeadDeleted', 'reason'],
    ['LeadRestored', 'reason'],
  ])('of %s includes its %s', (type, field) =>
    expect(splitPersonal({ type, version: 1, data: { [field]: 'Ravi asked' } })).toEqual({
      rest: { [field]: ERASED },
      personal: { [field]: 'Ravi asked' },
    }),
  );

  test('includes the request of a lead whose deletion was undone', () => {
    const rejection = {
      to: 'approved',
      reason: 'Ravi is ill',
      at: '2025-03-01T10:00:00.000Z',
      by: 'Anita',
    } as const;
    const deleted = { ...wholeAgain, requestComment: 'Ravi agreed', rejection };
    expect(splitOf(leadRestored({ deleted })).rest).toMatchObject({
      deleted: { requestComment: ERASED, rejection: { ...rejection, reason: ERASED } },
    });
  });

  test('put back gives the same data, for any values', () =>
    fc.assert(
      fc.property(
        fc.record({
          fullName: fc.string({ unit: 'grapheme' }),
          phone: fc.string(),
          email: fc.option(fc.string()),
          age: fc.option(fc.integer()),
        }),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.string(),
        ),
        (customer, extra) => {
          const before = {
            ...details,
            customer: { ...details.customer, ...customer },
            source: { ...details.source, extra },
          };
          const event = { type: 'LeadCreated', version: 2, data: { orderId: 'A-1', details: before } };
          const { rest, personal } = splitPersonal(event);
          expect(joinPersonal(rest, JSON.parse(JSON.stringify(personal ?? {})))).toEqual(event.data);
          // What is left has nothing more to take out.
          expect(splitPersonal({ ...event, data: rest })).toEqual({ rest, personal: null });
        },
      ),
    ));
});
