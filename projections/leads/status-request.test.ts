import { leadDecider } from '@crm/events/leads/decide.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { latestRequestOf } from '@crm/events/leads/latest-request.ts';
import type { Lead } from '@crm/events/leads/state.ts';
import {
  firstRequest,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadRestored,
  priya,
  restore,
  statusChangeApproved,
  statusChanged,
  statusChangeRejected,
  statusChangeRequested,
  wholeAgain,
} from '@crm/events/leads/story.ts';
import { describe, expect, test } from 'vitest';
import { recorded } from '../test/recorded.ts';
import { foldLead } from './fold.ts';
import { leadHints } from './hints.ts';
import type { LeadRow } from './row.ts';
import { statusRequestTypes } from './status-request.ts';

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

describe('an undone deletion restores the latest request', () => {
  const { requestId, to, reason, by, requestedAt } = requested.data;
  const pendingAgain = leadRestored({ pending: { requestId, to, reason, by, requestedAt } });
  const columnsOf = (row: LeadRow | null) =>
    Object.entries(row ?? {}).filter(([column]) => column in statusRequestTypes);
  /** The events with a deletion at the end, and its undo as workers/leads/bulk/undo.ts decides it. */
  const undeleted = (events: readonly LeadEvent[]): LeadEvent[] => {
    const history = recorded(`lead-${id}`, [leadCreated(), leadAssigned(priya), ...events]);
    const before = history.reduce<Lead>(leadDecider.evolve, leadDecider.initialState);
    if (before.phase !== 'open') throw new Error('The lead must be open');
    const latestRequest = latestRequestOf(history.map((event) => ({ event, recorded: event })));
    const deleted = [...history, leadDeleted()].reduce<Lead>(leadDecider.evolve, leadDecider.initialState);
    const restoration = leadDecider.decide({ ...restore(before), latestRequest }, deleted);
    if (restoration.kind === 'refused') throw new Error('The undo must not be refused');
    return [...events, leadDeleted(), ...restoration.events];
  };

  test.each<[string, LeadEvent[]]>([
    ['none', []],
    ['a pending one', [requested, explained, leadCommented()]],
    ['one without a comment', [requested]],
    ['one that replaced another', [requested, explained, statusChangeRequested('approved')]],
    ['a rejected one', [requested, explained, rejected, leadCommented(), leadAssigned(priya)]],
    ['a pending one after a rejected one', [requested, explained, rejected, requested]],
    ['a rejected one before a change of status', [requested, explained, rejected, statusChanged('hold')]],
    ['an approved one', [requested, explained, statusChangeApproved('cancelled')]],
    ['a rejected one that an undo made pending', [requested, explained, rejected, pendingAgain]],
    ['a rejected one that another undo kept', [requested, explained, rejected, leadRestored({})]],
  ])('%s, also the second time', (_, events) => {
    const before = columnsOf(rowAfter(...events));
    expect(columnsOf(rowAfter(...undeleted(events)))).toEqual(before);
    expect(columnsOf(rowAfter(...undeleted(undeleted(events))))).toEqual(before);
  });

  test('none where its event is from before they were recorded', () => {
    const { requestComment: _, rejection: __, ...deleted } = wholeAgain;
    const row = rowAfter(requested, explained, rejected, leadDeleted(), leadRestored({ deleted }));
    expect(row).toMatchObject({ ...notRejected, request_comment: null });
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
