import type { Actor } from '@crm/events/envelope/envelope.ts';
import { UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { WORK_QUEUE } from '@crm/events/leads/lease.ts';
import { describe, expect, test } from 'vitest';
import type { Hint } from '../projection.ts';
import { recorded, someTenant } from '../test/recorded.ts';
import { foldComment } from './comment-row.ts';
import { foldLead } from './fold.ts';
import { leadHints } from './hints.ts';
import type { LeadRow } from './row.ts';
import { foldSearch, type SearchRow, searchKeyOf } from './search-text.ts';

const id = '3f0c6a0e-7f0b-4c55-9d0a-3f4f1b9f6a01';
const priya = { id: UserId.parse('a0000000-0000-4000-8000-000000000001'), name: 'Priya Nair' };
const omar = { id: UserId.parse('a0000000-0000-4000-8000-000000000002'), name: 'Omar Haddad' };
const requestId = 'b0000000-0000-4000-8000-000000000001';

const created: Extract<LeadEvent, { type: 'LeadCreated' }> = {
  type: 'LeadCreated',
  data: {
    orderId: 'ORD-1',
    orderedAt: null,
    details: {
      ...blankDetails,
      customer: {
        fullName: 'Asha Rao',
        phone: '+91 98765-43210',
        alternatePhone: null,
        email: 'Asha@X.test',
        age: 41,
      },
      product: { ...blankDetails.product, name: 'Knee oil', quantity: 2, price: 4999, total: 9998 },
    },
  },
};
const assigned = (operator: typeof priya, from: typeof priya | null = null): LeadEvent => ({
  type: 'LeadAssigned',
  data: { operator, from, reason: null },
});
const requested: LeadEvent = {
  type: 'LeadStatusChangeRequested',
  data: {
    requestId,
    from: 'processing',
    to: 'cancelled',
    reason: 'Does not want it',
    by: priya,
    requestedAt: '2025-03-01T09:30:00.000Z',
    replaces: null,
  },
};
const commented = (content: string): LeadEvent => ({
  type: 'LeadCommented',
  data: {
    commentId: requestId,
    content,
    type: 'internal',
    isInternal: true,
    isImportant: true,
    author: 'Priya',
    statusChange: null,
  },
});

const rowAfter = (...events: LeadEvent[]) =>
  recorded(`lead-${id}`, events).reduce<LeadRow | null>(foldLead, null);

describe('foldLead', () => {
  test('creates a row', () => {
    expect(rowAfter(created)).toMatchObject({
      id,
      tenant: someTenant,
      order_id: 'ORD-1',
      status: 'processing',
      phone: '+91 98765-43210',
      phone_digits: '9876543210',
      email_lower: 'asha@x.test',
      has_address: false,
      total: 9998,
      operator_id: null,
      pending_request_id: null,
      comment_count: 0,
      call_state: 'no-comments',
      created_at: new Date('2025-01-01T09:00:00.000Z'),
      revision: 0,
    });
  });

  test('takes the creation time from orderedAt if it is given', () => {
    const orderedAt = '2024-11-05T00:00:00.000Z';
    const data = created.type === 'LeadCreated' ? { ...created.data, orderedAt } : null;
    expect(data && rowAfter({ type: 'LeadCreated', data })).toMatchObject({
      created_at: new Date(orderedAt),
      updated_at: new Date('2025-01-01T09:00:00.000Z'),
    });
  });

  test('updates derived columns on an edit', () => {
    const edited: LeadEvent = {
      type: 'LeadEdited',
      data: {
        changes: editsOf(created.data.details, {
          customer: { phone: '020 7946 0958', email: null },
          address: { city: 'Kochi' },
          product: { price: 100, total: 200 },
        }),
      },
    };
    expect(rowAfter(created, edited)).toMatchObject({
      full_name: 'Asha Rao',
      phone_digits: '2079460958',
      email_lower: null,
      has_address: true,
      total: 200,
      revision: 1,
      updated_at: new Date('2025-01-01T09:01:00.000Z'),
      created_at: new Date('2025-01-01T09:00:00.000Z'),
    });
  });

  test('follows assignment, reassignment and unassignment', () => {
    expect(rowAfter(created, assigned(priya))).toMatchObject({
      operator_id: priya.id,
      operator_name: 'Priya Nair',
    });
    expect(rowAfter(created, assigned(priya), assigned(omar, priya))).toMatchObject({ operator_id: omar.id });
    const away: LeadEvent = { type: 'LeadUnassigned', data: { from: priya, reason: null } };
    expect(rowAfter(created, assigned(priya), away)).toMatchObject({
      operator_id: null,
      operator_name: null,
    });
  });

  test('keeps the time of the last event when an operator takes or releases the lead, so it stays overdue', () => {
    const taken: LeadEvent = {
      type: 'LeadTaken',
      data: { operator: priya, until: '2025-01-01T10:00:00.000Z', fromPool: false },
    };
    const released: LeadEvent = { type: 'LeadReleased', data: { operator: priya, reason: 'skipped' } };
    const before = rowAfter(created, assigned(priya));
    expect(rowAfter(created, assigned(priya), taken, released)).toEqual({ ...before, revision: 3 });
  });

  test.each([
    ['its operator', { kind: 'user', ...priya, role: 'operator' }],
    ['the work queue', WORK_QUEUE],
  ] as const)(
    'keeps that time, too, when a lead of the pool is taken, and released by %s',
    (_, releasedBy) => {
      const taken = { operator: priya, until: '2025-01-01T10:00:00.000Z', fromPool: true };
      const take: LeadEvent[] = [assigned(priya), { type: 'LeadTaken', data: taken }];
      const release: LeadEvent[] = [
        { type: 'LeadReleased', data: { operator: priya, reason: 'skipped' } },
        { type: 'LeadUnassigned', data: { from: priya, reason: null } },
      ];
      const foldBy = (row: LeadRow | null, events: LeadEvent[], actor: Actor) =>
        recorded(`lead-${id}`, events, { actor }).reduce(foldLead, row);
      const before = rowAfter(created, commented('She has moved'));
      const during = foldBy(before, take, { kind: 'user', ...priya, role: 'operator' });
      expect(during).toMatchObject({ operator_id: priya.id, updated_at: before?.updated_at });
      expect(foldBy(during, release, releasedBy)).toEqual(before);
    },
  );

  test('keeps a request pending until an approval applies it with its reason', () => {
    expect(rowAfter(created, assigned(priya), requested)).toMatchObject({
      status: 'processing',
      pending_request_id: requestId,
      pending_to: 'cancelled',
      pending_reason: 'Does not want it',
      pending_requested_at: new Date('2025-03-01T09:30:00.000Z'),
      pending_by: 'Priya Nair',
    });
    const approved: LeadEvent = {
      type: 'LeadStatusChangeApproved',
      data: { requestId, from: 'processing', to: 'cancelled', notes: 'fine', automatic: false },
    };
    expect(rowAfter(created, requested, approved)).toMatchObject({
      status: 'cancelled',
      status_reason: 'Does not want it',
      pending_request_id: null,
      pending_to: null,
      pending_by: null,
    });
  });

  test('clears the request on a status change by an admin', () => {
    const changed: LeadEvent = {
      type: 'LeadStatusChanged',
      data: { from: 'processing', to: 'hold', reason: 'stock' },
    };
    expect(rowAfter(created, requested, changed)).toMatchObject({
      status: 'hold',
      status_reason: 'stock',
      pending_to: null,
    });
  });

  test.each([
    ['Connected - Call Back', 'connected', 'Call Back'],
    ['Not Connected - wants a call after Diwali', 'not-connected', 'wants a call after Diwali'],
    ['Connected', 'connected', ''],
  ])('derives the last call from the latest structured comment: %s', (content, call_state, call_reason) => {
    expect(rowAfter(created, commented('Not Connected - Ringing'), commented(content))).toMatchObject({
      comment_count: 2,
      call_state,
      call_reason,
    });
  });

  test('keeps the outcome of the last call through comments about other matters', () => {
    const reason = 'wants a call after Diwali';
    const called = commented(`Not Connected - ${reason}`);
    const outcome = { call_state: 'not-connected', call_reason: reason, own_reason: reason.toLowerCase() };
    expect(rowAfter(created, called, requested, commented('Sold out'))).toMatchObject(outcome);
    expect(rowAfter(created, commented('Called his brother'))).toMatchObject({ call_state: 'no-call' });
  });

  test('deletes the row and ignores later events', () => {
    const deleted: LeadEvent = { type: 'LeadDeleted', data: { reason: null } };
    expect(rowAfter(created, deleted)).toBeNull();
    expect(rowAfter(created, deleted, commented('too late'))).toBeNull();
  });
});

describe('leadHints', () => {
  const rooms = (hints: Hint[], topic: string) =>
    hints.filter((hint) => hint.topic === topic).map(({ room }) => room.replace(someTenant, 'T'));
  const open = rowAfter(created);
  const priyas = rowAfter(created, assigned(priya));
  const omars = rowAfter(created, assigned(omar));
  const waiting = rowAfter(created, assigned(priya), requested);

  test('of a new lead go to admins and users who see all leads', () => {
    expect(rooms(leadHints(null, open), 'leads')).toEqual(['tenant:T:admins', 'tenant:T:all-leads']);
    expect(rooms(leadHints(null, open), 'approvals')).toEqual([]);
  });

  test('of an assignment also go to the new and the previous operator', () => {
    expect(rooms(leadHints(priyas, omars), 'leads').slice(2)).toEqual([
      `user:${priya.id}`,
      `user:${omar.id}`,
    ]);
    expect(rooms(leadHints(priyas, open), 'leads').slice(2)).toEqual([`user:${priya.id}`]);
    expect(rooms(leadHints(priyas, null), 'leads').slice(2)).toEqual([`user:${priya.id}`]);
  });

  test('of a new or ended request go to the approvals of admins', () => {
    expect(rooms(leadHints(priyas, waiting), 'approvals')).toEqual(['tenant:T:admins']);
    expect(rooms(leadHints(waiting, priyas), 'approvals')).toEqual(['tenant:T:admins']);
    expect(rooms(leadHints(priyas, omars), 'approvals')).toEqual([]);
  });

  test('of a rejection go to the operator, and to both when the rejected lead has another one', () => {
    const rejection: LeadEvent = {
      type: 'LeadStatusChangeRejected',
      data: { requestId, to: 'cancelled', notes: 'Call again' },
    };
    const rejected = rowAfter(created, assigned(priya), requested, rejection);
    const hinted = (before: LeadRow | null, after: LeadRow | null) =>
      rooms(leadHints(before, after), 'rejected-requests');
    const [toPriya, toOmar] = [`user:${priya.id}`, `user:${omar.id}`];
    expect(hinted(waiting, rejected)).toEqual([toPriya]);
    const moved = rejected && { ...rejected, operator_id: omar.id };
    expect(hinted(rejected, moved)).toEqual([toPriya, toOmar]);
    expect(hinted(rejected, rejected && { ...rejected, operator_id: null })).toEqual([toPriya]);
    expect(hinted(moved, moved)).toEqual([]);
    expect(hinted(priyas, omars)).toEqual([]);
  });
});

describe('the search text', () => {
  const textAfter = (...events: LeadEvent[]) =>
    recorded(`lead-${id}`, events).reduce<SearchRow | null>(foldSearch, null)?.search;

  test('is folded, and has the phone as digits', () => {
    const lines = ['ord1', 'asha rao', '919876543210', '', 'ashaxtest', '', '', '', 'knee oil', ''];
    expect(textAfter(created)).toBe(lines.join('\n'));
  });

  test('changes the line of an edited field', () => {
    const edited: LeadEvent = {
      type: 'LeadEdited',
      data: {
        changes: editsOf(created.data.details, {
          customer: { email: null, fullName: 'Àsha\nRao  Pillai' },
          address: { city: 'São Paulo', postIndex: '०१२३४-000' },
          source: { webmaster: 'WM-7' },
        }),
      },
    };
    const after = ['', 'sao paulo', '01234000'];
    const lines = ['ord1', 'asha rao pillai', '919876543210', '', '', ...after, 'knee oil', 'wm7'];
    expect(textAfter(created, edited)).toBe(lines.join('\n'));
  });

  test('is updated only by events that change it', () => {
    const keys = [created, commented('hello'), assigned(priya), requested].map((event) =>
      searchKeyOf({ ...event, stream: `lead-${id}` }),
    );
    expect(keys).toEqual([{ id }, null, null, null]);
  });
});

test('foldComment stores a comment', () => {
  const [comment] = recorded(`lead-${id}`, [commented('Connected - Call Back')]);
  expect(comment && foldComment(null, comment)).toEqual({
    id: requestId,
    tenant: someTenant,
    lead_id: id,
    revision: 0,
    content: 'Connected - Call Back',
    type: 'internal',
    is_internal: true,
    is_important: true,
    author: 'Priya',
    previous_status: null,
    new_status: null,
    reason: null,
    ip_address: null,
    created_at: new Date('2025-01-01T09:00:00.000Z'),
  });
});
