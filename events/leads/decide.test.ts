import { describe, test } from 'vitest';
import { OfferId } from '../ids.ts';
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
  unassign,
} from './story.ts';

const offered = OfferId.parse('0f5a2c1e-7d34-4b68-9a1f-3c5e7d9b1a20');
const assignedToPriya = [leadCreated(), leadAssigned(priya)];
const asksForApproved = [...assignedToPriya, statusChangeRequested('approved')];
const own = { kind: 'own', operator: priya.id, seesAllLeads: false } as const;

describe('a lead is created', () => {
  test('once', () => given().when(createLead()).gives(leadCreated()));
  test('and its order id is then taken', () =>
    given(leadCreated()).when(createLead()).refuses('order-id-taken'));
  test('only once per order id, also after a deletion', () =>
    given(leadCreated(), leadDeleted()).when(createLead()).refuses('order-id-taken'));
  test('as processing, unassigned, with nothing pending', () => given(leadCreated()).leaves(asCreated));
});

describe('a lead is imported', () => {
  const orderedAt = '2025-01-15T00:00:00.000Z';

  test('like a new one if only its details are given', () => given().when(importLead()).gives(leadCreated()));
  test('with its date, operator, status and comment', () =>
    given()
      .when(importLead({ orderedAt, operator: priya, status: 'trash', reason: 'Wrong number', comment }))
      .gives(
        { type: 'LeadCreated', data: { orderId: 'A-1', orderedAt, details } },
        leadAssigned(priya),
        statusChanged('trash', { reason: 'Wrong number' }),
        leadCommented({ from: 'processing', to: 'trash', reason: 'Wrong number' }),
      ));
  test('as cancelled without a reason', () =>
    given()
      .when(importLead({ status: 'cancelled' }))
      .gives(leadCreated(), statusChanged('cancelled')));
  test('once: its order id is taken, also by a deleted lead', () => {
    given(leadCreated()).when(importLead()).refuses('order-id-taken');
    given(leadCreated(), leadDeleted()).when(importLead()).refuses('order-id-taken');
  });
});

describe('a lead that does not exist or was deleted refuses', () => {
  const commands = [
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
  for (const command of commands) {
    test(command.type, () => given().when(command).refuses('lead-not-found'));
    test(`${command.type} after it was deleted`, () =>
      given(leadCreated(), leadDeleted()).when(command).refuses('lead-not-found'));
  }
});

describe('an edit', () => {
  const toBob = { customer: { fullName: 'Bob' } };

  test('records only the changed fields', () =>
    given(leadCreated())
      .when(edit({ changes: { ...toBob, address: { city: 'Kochi' } } }))
      .gives(leadEdited(toBob)));
  test('without a change gives no event', () =>
    given(leadCreated(), leadEdited(toBob))
      .when(edit({ changes: toBob }))
      .gives());
  test('of price or quantity also changes the total', () =>
    given(leadCreated())
      .when(edit({ changes: { product: { quantity: 3 } } }))
      .gives(leadEdited({ product: { quantity: 3, total: 14997 } })));
  test('with a total that is not price times quantity is refused', () =>
    given(leadCreated())
      .when(edit({ changes: { product: { quantity: 3, total: 15000 } } }))
      .refuses('total-differs'));
  test('may clear a field', () =>
    given(leadCreated())
      .when(edit({ changes: { customer: { email: null } } }))
      .gives(leadEdited({ customer: { email: null } })));
  test('adds its comment', () =>
    given(leadCreated())
      .when(edit({ changes: toBob, comment }))
      .gives(leadEdited(toBob), leadCommented()));
  test('by an operator is allowed on their own lead', () =>
    given(...assignedToPriya)
      .when(edit({ reach: own, changes: toBob }))
      .gives(leadEdited(toBob)));
  test("by an operator is refused on another operator's lead", () =>
    given(leadCreated(), leadAssigned(omar))
      .when(edit({ reach: own, changes: toBob }))
      .refuses('lead-not-found'));
  test('by an operator is refused on an unassigned lead', () =>
    given(leadCreated())
      .when(edit({ reach: own, changes: toBob }))
      .refuses('lead-not-found'));
  test('of the phone by an operator is refused', () =>
    given(...assignedToPriya)
      .when(edit({ reach: own, mayChangePhone: false, changes: { customer: { phone: '02079460000' } } }))
      .refuses('phone-locked'));
  test('of the phone by an operator who sees all leads is refused', () =>
    given(leadCreated())
      .when(edit({ mayChangePhone: false, changes: { customer: { phone: '02079460000' } } }))
      .refuses('phone-locked'));
  test('gives it no offer that is turned off', () =>
    given(leadCreated())
      .when(edit({ offerIsActive: false, changes: { product: { offerId: offered } } }))
      .refuses('offer-inactive'));
  test('leaves it an offer that is turned off', () =>
    given(leadCreated(), leadEdited({ product: { offerId: offered } }))
      .when(edit({ offerIsActive: false, changes: { ...toBob, product: { offerId: offered } } }))
      .gives(leadEdited(toBob)));
  test('that repeats the current phone is allowed', () =>
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
  test('to cancelled or trash only with a reason', () => {
    given(leadCreated()).when(changeStatus('cancelled')).refuses('reason-required');
    given(leadCreated()).when(changeStatus('trash')).refuses('reason-required');
    given(leadCreated())
      .when(changeStatus('trash', { isBulk: true }))
      .gives(statusChanged('trash'));
    given(leadCreated())
      .when(changeStatus('trash', { reason: 'Test order' }))
      .gives(statusChanged('trash', { reason: 'Test order' }));
  });
  test('with a comment that names the change', () =>
    given(leadCreated())
      .when(changeStatus('hold', { comment }))
      .gives(statusChanged('hold'), leadCommented({ from: 'processing', to: 'hold', reason: null })));
  test('to the current one: no event, or only the comment', () => {
    given(leadCreated()).when(changeStatus('processing')).gives();
    given(leadCreated()).when(changeStatus('processing', { comment })).gives(leadCommented());
  });
  test('which ends a pending request', () =>
    given(...asksForApproved, statusChanged('hold'))
      .when(approve())
      .refuses('nothing-pending'));
});

describe('an operator requests another status', () => {
  test('of their own lead', () =>
    given(...assignedToPriya)
      .when(requestStatus('approved'))
      .gives(
        statusChangeRequested('approved'),
        leadCommented({ from: 'processing', to: 'approved', reason: 'She said yes' }),
      ));
  test("but not of another operator's or an unassigned lead", () => {
    given(leadCreated(), leadAssigned(omar)).when(requestStatus('approved')).refuses('lead-not-found');
    given(leadCreated()).when(requestStatus('approved')).refuses('lead-not-found');
    given(...assignedToPriya, leadUnassigned(priya))
      .when(requestStatus('approved'))
      .refuses('lead-not-found');
  });
  test('without a reason', () => {
    given(...assignedToPriya)
      .when(requestStatus('approved', { reason: null, comment }))
      .gives(
        statusChangeRequested('approved', { reason: null }),
        leadCommented({ from: 'processing', to: 'approved', reason: null }),
      );
  });
  test('to cancelled or trash only with a reason', () =>
    given(...assignedToPriya)
      .when(requestStatus('cancelled', { reason: null, comment }))
      .refuses('reason-required'));
  test('equal to the current one: only the comment is added', () => {
    given(...assignedToPriya)
      .when(requestStatus('processing', { comment }))
      .gives(leadCommented());
  });
  test('again: the new request replaces the old one, and both stay in the history', () =>
    given(...asksForApproved)
      .when(requestStatus('hold', { requestId: secondRequest }))
      .gives(
        statusChangeRequested('hold', { requestId: secondRequest, replaces: firstRequest }),
        leadCommented({ from: 'processing', to: 'hold', reason: 'She said yes' }),
      ));
  test('and it is applied at once if the tenant approves automatically', () =>
    given(...assignedToPriya)
      .when(requestStatus('approved', { automatic: true, comment }))
      .gives(
        statusChangeRequested('approved'),
        leadCommented({ from: 'processing', to: 'approved', reason: 'She said yes' }),
        statusChangeApproved('approved', { automatic: true }),
      ));
});

describe('an admin answers a request', () => {
  test('with an approval', () =>
    given(...asksForApproved)
      .when(approve({ notes: 'Good' }))
      .gives(statusChangeApproved('approved', { notes: 'Good' })));
  test('with an approval, which applies the status and ends the request', () =>
    given(...asksForApproved, statusChangeApproved('approved')).leaves({
      ...asCreated,
      status: 'approved',
      statusReason: 'She said yes',
      operator: priya,
    }));
  test('with a rejection, which does not change the lead', () => {
    given(...asksForApproved)
      .when(reject('Call again'))
      .gives(statusChangeRejected('approved', 'Call again'));
    given(...asksForApproved, statusChangeRejected('approved', 'Call again')).leaves({
      ...asCreated,
      operator: priya,
    });
  });
  test('only once: a second answer is refused with nothing-pending', () => {
    given(...asksForApproved, statusChangeApproved('approved'))
      .when(approve())
      .refuses('nothing-pending');
    given(...asksForApproved, statusChangeApproved('approved'))
      .when(reject('no'))
      .refuses('nothing-pending');
  });
  test('but not a request that was replaced in the meantime', () => {
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
  test('also after the lead was reassigned', () =>
    given(...asksForApproved, leadAssigned(omar, { from: priya }))
      .when(approve())
      .gives(statusChangeApproved('approved')));
});

describe('a bulk approval', () => {
  test('refuses requests that were made after the call', () => {
    given(...asksForApproved)
      .when(approve({ askedBefore: '2025-03-01T09:29:59.999Z' }))
      .refuses('request-replaced');
    given(...asksForApproved)
      .when(approve({ askedBefore: '2025-03-01T09:30:00.000Z' }))
      .gives(statusChangeApproved('approved'));
  });
});

describe('a comment', () => {
  test('is recorded', () => given(leadCreated()).when(commentOn()).gives(leadCommented()));
  test('by an operator is allowed only on their own leads', () => {
    given(...assignedToPriya)
      .when(commentOn({ reach: own }))
      .gives(leadCommented());
    given(leadCreated(), leadAssigned(omar))
      .when(commentOn({ reach: own }))
      .refuses('lead-not-found');
    given(leadCreated(), leadAssigned(omar))
      .when(commentOn({ reach: { ...own, seesAllLeads: true } }))
      .refuses('lead-not-yours');
  });
});

test('a lead is deleted with a reason', () =>
  given(leadCreated()).when(deleteLead('Sent twice')).gives(leadDeleted('Sent twice')));
