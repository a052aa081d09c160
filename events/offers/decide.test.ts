import fc from 'fast-check';
import { describe, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { type OfferCommand, offerDecider } from './decide.ts';
import { offerEvents } from './events.ts';
import { details, given, offerCreated, offerDeleted, offerEdited } from './story.ts';

const create: OfferCommand = { type: 'CreateOffer', details };
const edit = (changes: Extract<OfferCommand, { type: 'EditOffer' }>['changes']): OfferCommand => ({
  type: 'EditOffer',
  changes,
});
const remove: OfferCommand = { type: 'DeleteOffer' };

describe('an offer', () => {
  test('is created', () => given().when(create).gives(offerCreated()));
  test('is created once', () => given(offerCreated()).when(create).refuses('offer-exists'));
  test('cannot be created again after its deletion', () =>
    given(offerCreated(), offerDeleted()).when(create).refuses('offer-exists'));

  test('is edited, and only changed fields are recorded', () =>
    given(offerCreated())
      .when(edit({ name: 'Knee oil', price: 5999, isActive: undefined }))
      .gives(offerEdited({ price: 5999 })));
  test('is edited without a change: no event', () =>
    given(offerCreated())
      .when(edit({ price: 4999 }))
      .gives());
  test('can have limited and unlimited stock', () => {
    given(offerCreated())
      .when(edit({ stockQuantity: 0 }))
      .gives(offerEdited({ stockQuantity: 0 }));
    given(offerCreated(), offerEdited({ stockQuantity: 0 }))
      .when(edit({ stockQuantity: null }))
      .gives(offerEdited({ stockQuantity: null }));
  });

  test('is deleted', () => given(offerCreated()).when(remove).gives(offerDeleted()));
  test('that does not exist or was deleted is not found', () => {
    given()
      .when(edit({ price: 1 }))
      .refuses('offer-not-found');
    given().when(remove).refuses('offer-not-found');
    given(offerCreated(), offerDeleted())
      .when(edit({ price: 1 }))
      .refuses('offer-not-found');
    given(offerCreated(), offerDeleted()).when(remove).refuses('offer-not-found');
  });
});

const changes = fc.record(
  {
    name: fc.constantFrom('Knee oil', 'Back oil'),
    price: fc.constantFrom(4999, 0),
    stockQuantity: fc.constantFrom(null, 5, undefined),
    isActive: fc.boolean(),
  },
  { requiredKeys: [] },
);
const command: fc.Arbitrary<OfferCommand> = fc.oneof(fc.constantFrom(create, remove), {
  weight: 4,
  arbitrary: changes.map(edit),
});
describe('offers', () => keepsTheLaws(offerDecider, offerEvents, create, command));
