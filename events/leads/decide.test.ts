import { describe, test } from 'vitest';
import {
  approve,
  asCreated,
  assign,
  changeStatus,
  comment,
  commentOn,
  createLead,
  deleteLead,
  details,
  edit,
  firstRequest,
  given,
  importLead,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadEdited,
  leadUnassigned,
  omar,
  priya,
  reject,
  requestStatus,
  secondRequest,
  statusChangeApproved,
  statusChanged,
  statusChangeRejected,
  statusChangeRequested,
  tara,
  unassign,
} from './story.ts';

const assignedToPriya = [leadCreated(), leadAssigned(priya)];
const asksForApproved = [...assignedToPriya, statusChangeRequested('approved')];
const own = { kind: 'own', operator: priya.id } as const;

describe('a lead comes into being', () => {
  test('once', () => given().when(createLead()).gives(leadCreated()));
  test('and its order id is taken from then on', () =>
    given(leadCreated()).when(createLead()).refuses('order-id-taken'));
  test('also when it was deleted: its history stands under it', () =>
    given(leadCreated(), leadDeleted()).when(createLead()).refuses('order-id-taken'));
  test('as processing, nobody’s, with nothing pending', () => given(leadCreated()).leaves(asCreated));
});

describe('a lead comes in from elsewhere', () => {
  const orderedAt = '2025-01-15T00:00:00.000Z';

  test('as a new one does, when nothing more is said of it', () =>
    given().when(importLead()).gives(leadCreated()));
  test('as it stood there: with its date, operator, status and comment', () =>
    given()
      .when(importLead({ orderedAt, operator: priya, status: 'trash', reason: 'Wrong number', comment }))
      .gives(
        { type: 'LeadCreated', data: { orderId: 'A-1', orderedAt, details } },
        leadAssigned(priya),
        statusChanged('trash', { reason: 'Wrong number' }),
        leadCommented(),
      ));
  test('cancelled, though nobody wrote down why', () =>
    given()
      .when(importLead({ status: 'cancelled' }))
      .gives(leadCreated(), statusChanged('cancelled')));
  test('once: its order id is taken, also by one that was deleted', () => {
    given(leadCreated()).when(importLead()).refuses('order-id-taken');
    given(leadCreated(), leadDeleted()).when(importLead()).refuses('order-id-taken');
  });
});

describe('a lead that is not there, or not there any more, refuses', () => {
  const wishes = [
    edit({}),
    changeStatus('hold'),
    requestStatus('hold'),
    approve(),
    reject('no'),
    assign(priya),
    unassign(),
    commentOn(),
    deleteLead(),
  ];
  for (const wish of wishes) {
    test(wish.type, () => given().when(wish).refuses('lead-not-found'));
    test(`${wish.type} after it was deleted`, () =>
      given(leadCreated(), leadDeleted()).when(wish).refuses('lead-not-found'));
  }
});

describe('an edit', () => {
  const toBob = { customer: { fullName: 'Bob' } };

  test('tells what is different and nothing else', () =>
    given(leadCreated())
      .when(edit({ changes: { ...toBob, address: { city: 'Kochi' } } }))
      .gives(leadEdited(toBob)));
  test('that says what already stands is no event', () =>
    given(leadCreated(), leadEdited(toBob))
      .when(edit({ changes: toBob }))
      .gives());
  test('of price or quantity takes the total along', () =>
    given(leadCreated())
      .when(edit({ changes: { product: { quantity: 3 } } }))
      .gives(leadEdited({ product: { quantity: 3, total: 14997 } })));
  test('may clear a field', () =>
    given(leadCreated())
      .when(edit({ changes: { customer: { email: null } } }))
      .gives(leadEdited({ customer: { email: null } })));
  test('carries its comment', () =>
    given(leadCreated())
      .when(edit({ changes: toBob, comment }))
      .gives(leadEdited(toBob), leadCommented()));
  test('by an operator reaches their own lead', () =>
    given(...assignedToPriya)
      .when(edit({ reach: own, changes: toBob }))
      .gives(leadEdited(toBob)));
  test('by an operator does not reach another’s', () =>
    given(leadCreated(), leadAssigned(omar))
      .when(edit({ reach: own, changes: toBob }))
      .refuses('lead-not-found'));
  test('by an operator does not reach nobody’s', () =>
    given(leadCreated())
      .when(edit({ reach: own, changes: toBob }))
      .refuses('lead-not-found'));
  test('of the phone is an admin’s', () =>
    given(...assignedToPriya)
      .when(edit({ reach: own, mayChangePhone: false, changes: { customer: { phone: '02079460000' } } }))
      .refuses('phone-locked'));
  test('of the phone is not that of an operator who sees every lead, either', () =>
    given(leadCreated())
      .when(edit({ mayChangePhone: false, changes: { customer: { phone: '02079460000' } } }))
      .refuses('phone-locked'));
  test('that repeats the phone as it is locks nobody out', () =>
    given(leadCreated())
      .when(
        edit({ mayChangePhone: false, changes: { customer: { phone: '+91 98765 43210', fullName: 'Bob' } } }),
      )
      .gives(leadEdited(toBob)));
});

describe('an admin changes the status', () => {
  test('from any to any other', () =>
    given(leadCreated(), statusChanged('hold'))
      .when(changeStatus('approved'))
      .gives(statusChanged('approved', { from: 'hold' })));
  test('and to cancelled or trash only with a reason', () => {
    given(leadCreated()).when(changeStatus('cancelled')).refuses('reason-required');
    given(leadCreated()).when(changeStatus('trash')).refuses('reason-required');
    given(leadCreated())
      .when(changeStatus('trash', { reason: 'Test order' }))
      .gives(statusChanged('trash', { reason: 'Test order' }));
  });
  test('with a comment beside it', () =>
    given(leadCreated())
      .when(changeStatus('hold', { comment }))
      .gives(statusChanged('hold'), leadCommented()));
  test('to the one it has: nothing, or the comment alone', () => {
    given(leadCreated()).when(changeStatus('processing')).gives();
    given(leadCreated()).when(changeStatus('processing', { comment })).gives(leadCommented());
  });
  test('which answers what was pending', () =>
    given(...asksForApproved, statusChanged('hold'))
      .when(approve())
      .refuses('nothing-pending'));
});

describe('an operator asks for another status', () => {
  test('of a lead of theirs', () =>
    given(...assignedToPriya)
      .when(requestStatus('approved'))
      .gives(statusChangeRequested('approved')));
  test('but not of another’s, nor of nobody’s', () => {
    given(leadCreated(), leadAssigned(omar)).when(requestStatus('approved')).refuses('lead-not-found');
    given(leadCreated()).when(requestStatus('approved')).refuses('lead-not-found');
    given(...assignedToPriya, leadUnassigned(priya))
      .when(requestStatus('approved'))
      .refuses('lead-not-found');
  });
  test('and says why, by a reason or a comment', () => {
    given(...assignedToPriya)
      .when(requestStatus('approved', { reason: null }))
      .refuses('comment-required');
    given(...assignedToPriya)
      .when(requestStatus('approved', { reason: null, comment }))
      .gives(statusChangeRequested('approved', { reason: null }), leadCommented());
  });
  test('for cancelled and trash by a reason', () =>
    given(...assignedToPriya)
      .when(requestStatus('cancelled', { reason: null, comment }))
      .refuses('reason-required'));
  test('with the status as it is only comments', () => {
    given(...assignedToPriya)
      .when(requestStatus('processing', { comment }))
      .gives(leadCommented());
    given(...assignedToPriya)
      .when(requestStatus('processing'))
      .refuses('comment-required');
  });
  test('again: the newer request replaces the older, and history shows both', () =>
    given(...asksForApproved)
      .when(requestStatus('hold', { requestId: secondRequest }))
      .gives(statusChangeRequested('hold', { requestId: secondRequest, replaces: firstRequest })));
  test('and it is so at once where the tenant approves automatically', () =>
    given(...assignedToPriya)
      .when(requestStatus('approved', { automatic: true, comment }))
      .gives(
        statusChangeRequested('approved'),
        leadCommented(),
        statusChangeApproved('approved', { automatic: true }),
      ));
});

describe('an admin answers a request', () => {
  test('with yes', () =>
    given(...asksForApproved)
      .when(approve({ notes: 'Good' }))
      .gives(statusChangeApproved('approved', { notes: 'Good' })));
  test('after which the lead has the status and nothing is pending', () =>
    given(...asksForApproved, statusChangeApproved('approved')).leaves({
      ...asCreated,
      status: 'approved',
      statusReason: 'She said yes',
      operator: priya,
    }));
  test('with no, and the lead stays as it was', () => {
    given(...asksForApproved)
      .when(reject('Call again'))
      .gives(statusChangeRejected('approved', 'Call again'));
    given(...asksForApproved, statusChangeRejected('approved', 'Call again')).leaves({
      ...asCreated,
      operator: priya,
    });
  });
  test('only once: the second of two admins hears that nothing is pending', () => {
    given(...asksForApproved, statusChangeApproved('approved'))
      .when(approve())
      .refuses('nothing-pending');
    given(...asksForApproved, statusChangeApproved('approved'))
      .when(reject('no'))
      .refuses('nothing-pending');
  });
  test('but not one that was replaced since the page was opened', () => {
    const replaced = [
      ...asksForApproved,
      statusChangeRequested('hold', { requestId: secondRequest, replaces: firstRequest }),
    ];
    given(...replaced)
      .when(approve({ requestId: firstRequest }))
      .refuses('request-replaced');
    given(...replaced)
      .when(reject('no', firstRequest))
      .refuses('request-replaced');
    given(...replaced)
      .when(approve({ requestId: secondRequest }))
      .gives(statusChangeApproved('hold', { requestId: secondRequest }));
  });
  test('also after the lead went to another operator', () =>
    given(...asksForApproved, leadAssigned(omar, { from: priya }))
      .when(approve())
      .gives(statusChangeApproved('approved')));
});

describe('many requests answered at once', () => {
  test('are those that were made before that; nobody has seen a later one', () => {
    given(...asksForApproved)
      .when(approve({ askedBefore: '2025-03-01T09:29:59.999Z' }))
      .refuses('request-replaced');
    given(...asksForApproved)
      .when(approve({ askedBefore: '2025-03-01T09:30:00.000Z' }))
      .gives(statusChangeApproved('approved'));
  });
});

describe('assignment', () => {
  test('of nobody’s lead', () => given(leadCreated()).when(assign(priya)).gives(leadAssigned(priya)));
  test('from one operator to another, with why', () =>
    given(...assignedToPriya)
      .when(assign(omar, 'Speaks Arabic'))
      .gives(leadAssigned(omar, { from: priya, reason: 'Speaks Arabic' })));
  test('to whom it already has is nothing', () =>
    given(...assignedToPriya)
      .when(assign(priya))
      .gives());
  test('away from one operator leaves alone what is not theirs any more', () => {
    given(...assignedToPriya)
      .when({ ...assign(omar), from: priya.id })
      .gives(leadAssigned(omar, { from: priya }));
    for (const elsewhere of [[leadCreated()], [leadCreated(), leadAssigned(tara)]])
      given(...elsewhere)
        .when({ ...assign(omar), from: priya.id })
        .refuses('assigned-elsewhere');
  });
  test('can be taken back, once', () => {
    given(...assignedToPriya)
      .when(unassign())
      .gives(leadUnassigned(priya));
    given(...assignedToPriya, leadUnassigned(priya))
      .when(unassign())
      .gives();
  });
});

describe('a comment', () => {
  test('is kept', () => given(leadCreated()).when(commentOn()).gives(leadCommented()));
  test('by an operator stands on their own leads alone', () => {
    given(...assignedToPriya)
      .when(commentOn({ reach: own }))
      .gives(leadCommented());
    given(leadCreated(), leadAssigned(omar))
      .when(commentOn({ reach: own }))
      .refuses('lead-not-found');
  });
});

test('a lead is deleted, with why', () =>
  given(leadCreated()).when(deleteLead('Sent twice')).gives(leadDeleted('Sent twice')));
