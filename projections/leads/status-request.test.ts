import type { LeadEvent } from '@crm/events/leads/events.ts';
import {
  firstRequest,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadRestored,
  priya,
  statusChanged,
  statusChangeRejected,
  statusChangeRequested,
} from '@crm/events/leads/story.ts';
import { describe, expect, test } from 'vitest';
import { recorded } from '../test/recorded.ts';
import { foldLead, leadHints } from './fold.ts';
import type { LeadRow } from './row.ts';

const id = '3f0c6a0e-7f0b-4c55-9d0a-3f4f1b9f6a01';
const rowAfter = (...events: LeadEvent[]) =>
  recorded(`lead-${id}`, [leadCreated(), leadAssigned(priya), ...events]).reduce<LeadRow | null>(
    foldLead,
    null,
  );

const requested = statusChangeRequested('cancelled');
/** The comment that the operator sent with the request. */
const explained = leadCommented({ from: 'processing', to: 'cancelled', reason: 'She said yes' });
const { content } = explained.data;
const rejected = statusChangeRejected('cancelled', 'Call again');

const rejection = { rejected_to: 'cancelled', rejected_reason: 'Call again', rejected_by: 'test' };
const notRejected = { rejected_to: null, rejected_reason: null, rejected_at: null, rejected_by: null };

describe('a rejection', () => {
  test('ends the request and leaves the status', () => {
    const rejected_at = new Date('2025-01-01T09:03:00.000Z');
    expect(rowAfter(requested, rejected)).toMatchObject({
      ...rejection,
      rejected_at,
      status: 'processing',
      pending_to: null,
    });
  });

  test('is kept while the lead is commented on and assigned', () => {
    expect(rowAfter(requested, rejected, leadCommented(), leadAssigned(priya))).toMatchObject(rejection);
  });

  test.each([
    ['the next request', requested],
    ['a change of status', statusChanged('hold')],
  ])('is outdated by %s', (_, next) =>
    expect(rowAfter(requested, rejected, next)).toMatchObject(notRejected),
  );

  test('is taken back by an undo, which makes the request pending again', () => {
    const { requestId, to, reason, by, requestedAt } = requested.data;
    const undone = leadRestored({ pending: { requestId, to, reason, by, requestedAt } });
    const row = rowAfter(requested, explained, rejected, undone);
    expect(row).toMatchObject({ ...notRejected, pending_request_id: firstRequest, request_comment: content });
  });

  test('is kept by the undo of another batch', () => {
    expect(rowAfter(requested, rejected, leadRestored({}))).toMatchObject(rejection);
  });
});

describe('the comment of a request', () => {
  test('is kept when other comments follow', () => {
    expect(rowAfter(requested, explained, leadCommented())).toMatchObject({ request_comment: content });
  });

  test('ends with the next request', () => {
    expect(rowAfter(requested, explained, requested)).toMatchObject({ request_comment: null });
  });
});

describe('the hint of a rejection', () => {
  const hints = (before: LeadRow | null, after: LeadRow | null) =>
    leadHints(before, after).filter(({ topic }) => topic === 'rejected-requests');
  const pending = rowAfter(requested);
  const declined = rowAfter(requested, rejected);

  test('goes to the operator, also when the rejection is outdated', () => {
    const hint = { room: `user:${priya.id}`, topic: 'rejected-requests', id };
    expect(hints(pending, declined)).toEqual([hint]);
    expect(hints(declined, pending)).toEqual([hint]);
  });

  test('is not sent for other changes', () => {
    expect(hints(rowAfter(), pending)).toEqual([]);
    expect(hints(declined, declined)).toEqual([]);
  });
});
