import { describe, test } from 'vitest';
import type { LeadChanges } from './details.ts';
import { editsOf } from './edits.ts';
import type { LeadEvent } from './events.ts';
import {
  details,
  given,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadEdited,
  omar,
  priya,
  restoreFields,
} from './story.ts';

const moment = { revision: 0, at: '2025-03-01T09:30:00.000Z' };
const moved = leadEdited({ address: { city: 'Pune' }, customer: { phone: '02079460000' } });
const dearer = leadEdited({ product: { price: 5999, total: 11998 } });
const own = { kind: 'own', operator: priya.id, seesAllLeads: false } as const;

/** The event that changes these fields back, of a lead that `changed` changed before. */
const back = (changed: typeof moved, changes: LeadChanges): LeadEvent => {
  const present = { ...details };
  for (const [group, fields] of Object.entries(changed.data.changes))
    Object.assign(present, {
      [group]: {
        ...Object.entries(details).find(([name]) => name === group)?.[1],
        ...Object.fromEntries(Object.entries(fields ?? {}).map(([key, edit]) => [key, edit?.to])),
      },
    });
  return { type: 'LeadEdited', data: { changes: editsOf(present, changes), restoredFrom: moment } };
};

describe('fields of a lead are restored', () => {
  test('one of them, by an edit that names the moment', () =>
    given(leadCreated(), moved)
      .when(restoreFields({}))
      .gives(back(moved, { address: { city: 'Kochi' } })));
  test('several at once', () =>
    given(leadCreated(), moved)
      .when(restoreFields({ fields: ['city', 'phone'] }))
      .gives(back(moved, { address: { city: 'Kochi' }, customer: { phone: '+91 98765 43210' } })));
  test('without an event when they have their values already', () =>
    given(leadCreated())
      .when(restoreFields({ fields: ['city', 'phone'] }))
      .gives());
  test('the total follows the price', () =>
    given(leadCreated(), dearer)
      .when(restoreFields({ fields: ['price'] }))
      .gives(back(dearer, { product: { price: 4999, total: 9998 } })));
  test('a total alone only if it is price times quantity', () =>
    given(leadCreated(), dearer)
      .when(restoreFields({ fields: ['total'] }))
      .refuses('total-differs'));
  describe('a total that a partner gave', () => {
    const discount = { ...details, product: { ...details.product, total: 9000 } };
    const past = { moment, details: discount };
    const halved = leadEdited({ product: { quantity: 1, total: 4999 } });

    test.each([[['price', 'quantity', 'total']], [['price', 'total']]] as const)('with %j', (fields) =>
      given(leadCreated(), dearer)
        .when(restoreFields({ fields: [...fields], past }))
        .gives(back(dearer, { product: { price: 4999, total: 9000 } })),
    );
    test('alone, when price and quantity are those of the same moment', () =>
      given(leadCreated())
        .when(restoreFields({ fields: ['total'], past }))
        .gives({
          type: 'LeadEdited',
          data: { changes: editsOf(details, { product: { total: 9000 } }), restoredFrom: moment },
        }));
    test('not without the quantity of that moment', () =>
      given(leadCreated(), halved)
        .when(restoreFields({ fields: ['price', 'total'], past }))
        .refuses('total-differs'));
  });
});

describe('a restoration is refused', () => {
  test('of a phone by an operator', () =>
    given(leadCreated(), leadAssigned(priya), moved)
      .when(restoreFields({ reach: own, mayChangePhone: false, fields: ['phone', 'city'] }))
      .refuses('phone-locked'));
  test('of a lead of another operator, and of a deleted one', () => {
    given(leadCreated(), leadAssigned(omar), moved)
      .when(restoreFields({ reach: own }))
      .refuses('lead-not-found');
    given(leadCreated(), leadDeleted()).when(restoreFields({})).refuses('lead-not-found');
  });
  test('from a moment that the lead does not have', () =>
    given(leadCreated(), moved)
      .when(restoreFields({ past: null }))
      .refuses('no-such-moment'));
});
