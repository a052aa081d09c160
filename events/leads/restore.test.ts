import { describe, test } from 'vitest';
import {
  asCreated,
  assign,
  changeStatus,
  comment,
  commentOn,
  firstRequest,
  given,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadEdited,
  leadRestored,
  omar,
  priya,
  restore,
  statusChangeApproved,
  statusChanged,
  statusChangeRequested,
  wholeAgain,
} from './story.ts';

const pendingRequest = {
  requestId: firstRequest,
  to: 'approved',
  reason: 'She said yes',
  by: priya,
  requestedAt: '2025-03-01T09:30:00.000Z',
} as const;

describe('the undo of a batch restores', () => {
  test('status and reason', () => {
    const held = [leadCreated(), statusChanged('hold', { reason: 'No stock' })];
    given(...held, statusChanged('trash', { from: 'hold', reason: 'Cleaning up' }))
      .when(restore({ status: 'hold', statusReason: 'No stock' }))
      .gives(leadRestored({ from: 'trash', to: 'hold', reason: 'No stock' }));
  });
  test('the operator, or none', () => {
    given(leadCreated(), leadAssigned(priya), leadAssigned(omar, { from: priya }))
      .when(restore({ operator: priya }))
      .gives(leadRestored({ operator: priya }));
    given(leadCreated(), leadAssigned(omar)).when(restore({})).gives(leadRestored({}));
  });
  test('the pending request that the batch answered', () => {
    const waiting = [leadCreated(), leadAssigned(priya), statusChangeRequested('approved')];
    const before = { operator: priya, pending: pendingRequest };
    const again = leadRestored({ from: 'approved', ...before });
    given(...waiting, statusChangeApproved('approved'))
      .when(restore(before))
      .gives(again);
    given(...waiting, statusChangeApproved('approved'), again).leaves({ ...asCreated, ...before });
  });
  test('nothing if the lead is unchanged', () =>
    given(leadCreated(), leadAssigned(priya))
      .when(restore({ operator: priya }))
      .gives());
  test('no lead that does not exist', () => given().when(restore({})).refuses('lead-not-found'));
});

describe('a restored lead', () => {
  const story = [leadCreated(), leadEdited({ customer: { fullName: 'Bob' } }), leadCommented()];
  const details = { ...asCreated.details, customer: { ...asCreated.details.customer, fullName: 'Bob' } };
  const comments = { count: 1, lastCall: comment.content };
  const back = leadRestored({ deleted: { ...wholeAgain, details, comments } });

  test('has all its details and comments', () => {
    given(...story, leadDeleted())
      .when(restore({}))
      .gives(back);
    given(...story, leadDeleted(), back).leaves({ ...asCreated, details, comments });
  });
  test('keeps the comment and the rejection of its latest request', () => {
    const latestRequest = {
      requestComment: 'She agreed',
      rejection: { to: 'approved', reason: 'Call again', at: '2025-03-01T10:00:00.000Z', by: 'Anita' },
    } as const;
    given(...story, leadDeleted())
      .when({ ...restore({}), latestRequest })
      .gives(leadRestored({ deleted: { ...wholeAgain, details, comments, ...latestRequest } }));
  });
  test('accepts commands like any other lead', () => {
    const again = [...story, leadDeleted(), back];
    given(...again)
      .when(assign(priya))
      .gives(leadAssigned(priya));
    given(...again)
      .when(commentOn())
      .gives(leadCommented());
    given(...again)
      .when(changeStatus('hold'))
      .gives(statusChanged('hold'));
  });
});
