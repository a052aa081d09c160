import { describe, expect, test } from 'vitest';
import type { LeadEvent } from './events.ts';
import { isOfLease, WORK_QUEUE } from './lease.ts';
import {
  assign,
  callbackSet,
  changeStatus,
  commentOn,
  deleteLead,
  given,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadReleased,
  leadTaken,
  leadUnassigned,
  omar,
  priya,
  release,
  requestStatus,
  statusChanged,
  statusChangeRequested,
  take,
  takenUntil,
} from './story.ts';

const ofPriya = { kind: 'own', operator: priya.id, seesAllLeads: false } as const;
const assigned = [leadCreated(), leadAssigned(priya)];
const taken = [...assigned, leadTaken(priya)];
const takenFromPool = [...assigned, leadTaken(priya, { fromPool: true })];
const minutesLater = (minutes: number) =>
  new Date(Date.parse('2025-03-01T09:30:00.000Z') + minutes * 60_000).toISOString();

describe('an operator takes', () => {
  test('a lead assigned to the operator', () =>
    given(...assigned)
      .when(take(priya))
      .gives(leadTaken(priya)));
  test('an unassigned lead, which is then assigned, where the tenant allows taking', () => {
    given(leadCreated())
      .when(take(priya, { mayTakeUnassigned: true }))
      .gives(leadAssigned(priya), leadTaken(priya, { fromPool: true }));
    given(leadCreated()).when(take(priya)).refuses('lead-not-available');
  });
  test('no lead of another operator', () => {
    given(...assigned)
      .when(take(omar, { mayTakeUnassigned: true }))
      .refuses('lead-not-available');
    given(...takenFromPool)
      .when(take(omar, { mayTakeUnassigned: true, now: minutesLater(30) }))
      .refuses('lead-not-available');
  });
  test('no lead that is closed or waits for an approval', () => {
    given(...assigned, statusChanged('approved'))
      .when(take(priya))
      .refuses('lead-not-available');
    given(...assigned, statusChangeRequested('approved'))
      .when(take(priya))
      .refuses('lead-not-available');
  });
  test('the same lead again: renewed in the second half of the lease only', () => {
    given(...takenFromPool)
      .when(take(priya, { now: minutesLater(9) }))
      .gives();
    given(...takenFromPool)
      .when(take(priya, { now: minutesLater(11) }))
      .gives(leadTaken(priya, { until: minutesLater(31), fromPool: true }));
  });
});

test('a move from one operator takes no lead that the receiver has from the pool', () =>
  given(...takenFromPool)
    .when({ ...assign(priya), from: omar.id })
    .gives());

describe('a lease ends', () => {
  test('with a skip; a lead from the pool is unassigned again', () => {
    given(...taken)
      .when(release(priya))
      .gives(leadReleased(priya, 'skipped'));
    given(...takenFromPool)
      .when(release(priya))
      .gives(leadReleased(priya, 'skipped'), leadUnassigned(priya));
  });
  test('when its time has passed, not before', () => {
    given(...taken)
      .when(release(priya, { reason: 'expired', now: minutesLater(19) }))
      .gives();
    given(...taken)
      .when(release(priya, { reason: 'expired', now: takenUntil }))
      .gives(leadReleased(priya, 'expired'));
  });
  test('by its holder only, and once', () => {
    given(...taken)
      .when(release(omar, { reach: { kind: 'all' } }))
      .gives();
    given(...taken, leadReleased(priya, 'skipped'))
      .when(release(priya))
      .gives();
  });
  test('a lead of another operator is not found', () =>
    given(...taken)
      .when(release(omar))
      .refuses('lead-not-found'));
  test('with the outcome of a call; the lead stays with the operator', () => {
    given(...takenFromPool)
      .when(commentOn({ reach: ofPriya }))
      .gives(leadReleased(priya, 'worked'), leadCommented());
    given(...taken)
      .when(requestStatus('approved'))
      .gives(
        leadReleased(priya, 'worked'),
        statusChangeRequested('approved'),
        leadCommented({ from: 'processing', to: 'approved', reason: 'She said yes' }),
      );
  });
  test('not with a comment of an admin', () =>
    given(...taken)
      .when(commentOn())
      .gives(leadCommented()));
  test('when the lead is closed, deleted or given to another operator', () => {
    given(...taken)
      .when(changeStatus('approved'))
      .gives(leadReleased(priya, 'withdrawn'), statusChanged('approved'));
    given(...taken)
      .when(deleteLead())
      .gives(leadReleased(priya, 'withdrawn'), leadDeleted());
    given(...taken)
      .when(assign(omar))
      .gives(leadReleased(priya, 'withdrawn'), leadAssigned(omar, { from: priya }));
  });
});

describe('a lead from the pool that an admin assigns to its holder', () => {
  const assignedToHolder = [...takenFromPool, leadAssigned(priya)];

  test('is assigned once', () => {
    given(...takenFromPool)
      .when(assign(priya))
      .gives(leadAssigned(priya));
    given(...assignedToHolder)
      .when(assign(priya))
      .gives();
    given(...taken)
      .when(assign(priya))
      .gives();
  });
  test('stays with the holder when the lease ends, also after it was renewed', () => {
    given(...assignedToHolder)
      .when(release(priya))
      .gives(leadReleased(priya, 'skipped'));
    given(...assignedToHolder)
      .when(release(priya, { reason: 'expired', now: takenUntil }))
      .gives(leadReleased(priya, 'expired'));
    given(...assignedToHolder)
      .when(take(priya, { now: minutesLater(11) }))
      .gives(leadTaken(priya, { until: minutesLater(31) }));
  });
});

describe('an event is of a lease only', () => {
  const operator = { kind: 'user', id: priya.id, name: priya.name, role: 'operator' } as const;
  const admin = { ...operator, role: 'admin' } as const;
  const isOfLeaseBy = (event: LeadEvent) =>
    [operator, admin, WORK_QUEUE].map((actor) => isOfLease(event, actor));

  test('if it takes or releases the lead', () => {
    expect(isOfLeaseBy(leadTaken(priya))).toEqual([true, true, true]);
    expect(isOfLeaseBy(leadReleased(priya, 'skipped'))).toEqual([true, true, true]);
  });
  test('if it is an assignment by an operator, and not by an admin', () =>
    expect(isOfLeaseBy(leadAssigned(priya))).toEqual([true, false, false]));
  test('if it is the return to the pool by an operator or the queue', () =>
    expect(isOfLeaseBy(leadUnassigned(priya))).toEqual([true, false, true]));
  test('and no other event is', () => expect(isOfLeaseBy(leadCommented())).toEqual([false, false, false]));
});

describe('a callback', () => {
  const at = '2025-03-02T09:30:00.000Z';
  test('is promised with a comment, and done with the next call', () => {
    given(...assigned)
      .when(commentOn({ callbackAt: at }))
      .gives(leadCommented(), callbackSet(at));
    given(...assigned, callbackSet(at))
      .when(commentOn())
      .gives(leadCommented(), callbackSet(null));
  });
  test('stays with a comment that is no call', () => {
    const note = { ...leadCommented().data, content: 'She has moved' };
    const { statusChange: _, ...comment } = note;
    given(...assigned, callbackSet(at))
      .when(commentOn({ comment }))
      .gives({ type: 'LeadCommented', data: note });
  });
});
