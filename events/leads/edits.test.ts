import { expect, test } from 'vitest';
import { OfferId } from '../ids.ts';
import { decode } from '../language/define.ts';
import { describeLead } from './describe.ts';
import { applyChanges } from './details.ts';
import { editsOf, newValuesOf, withOldValues } from './edits.ts';
import { leadEvents } from './events.ts';
import { details, edit, given, leadCreated, leadEdited } from './story.ts';

test('an edit keeps the old and the new value of each changed field', () => {
  const edited = leadEdited({ address: { city: 'Pune' }, product: { quantity: 3, total: 14997 } });
  expect(edited.data.changes).toEqual({
    address: { city: { from: 'Kochi', to: 'Pune' } },
    product: { quantity: { from: 2, to: 3 }, total: { from: 9998, to: 14997 } },
  });
  given(leadCreated())
    .when(edit({ changes: { address: { city: 'Pune', state: 'Kerala' }, product: { quantity: 3 } } }))
    .gives(edited);
});

test('its new values make the details after it', () => {
  const changes = { customer: { email: null, age: undefined }, source: { extra: {} } };
  const edits = editsOf(details, changes);
  expect(applyChanges(details, newValuesOf(edits))).toEqual(applyChanges(details, changes));
});

function version1(changes: object) {
  const decoded = decode(leadEvents, { type: 'LeadEdited', version: 1, data: { changes } });
  if (decoded.kind !== 'event' || decoded.event.type !== 'LeadEdited') throw new Error('Not an edit');
  return decoded.event;
}

test('an old value of version 1 is unknown, which is not the same as empty', () => {
  const event = version1({ address: { city: 'Pune', nearBy: null } });
  expect(describeLead(event).changes).toEqual([
    { field: 'nearBy', label: 'Near By', from: null, to: '' },
    { field: 'city', label: 'City', from: null, to: 'Pune' },
  ]);
  const known = leadEdited({ address: { nearBy: 'Temple' } });
  expect(describeLead(known).changes).toEqual([
    { field: 'nearBy', label: 'Near By', from: '', to: 'Temple' },
  ]);
});

test('the history before an edit of version 1 gives its old values, and does not replace known ones', () => {
  const { changes } = version1({ address: { city: 'Pune' } }).data;
  expect(withOldValues(changes, details)).toEqual({ address: { city: { from: 'Kochi', to: 'Pune' } } });
  const known = { address: { city: { from: null, to: 'Pune' } } };
  expect(withOldValues(known, details)).toEqual(known);
});

test('an edit reads as its differences', () => {
  const offer = OfferId.parse('7d0f5a10-0000-4000-8000-000000000000');
  const { changes } = describeLead(
    {
      type: 'LeadEdited',
      data: {
        changes: {
          address: { city: { from: 'Pune', to: 'Mumbai' } },
          product: {
            offerId: { from: null, to: offer },
            price: { from: 4999, to: 2500 },
            advance: { from: null, to: 100 },
          },
          handling: { isUrgent: { from: false, to: true } },
        },
      },
    },
    new Map([[offer, 'Knee oil']]),
  );
  expect(changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`)).toEqual([
    'City: Pune → Mumbai',
    'Offer:  → Knee oil',
    'Unit Price: 49.99 → 25.00',
    'Advance Amount:  → 1.00',
    'Urgent: No → Yes',
  ]);
});
