import fc from 'fast-check';
import { v5 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { derivedId, leadIdOf, nameId } from './derived-ids.ts';
import { TenantId } from './ids.ts';

const demo = TenantId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae7');
const rival = TenantId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae8');

describe('a lead id', () => {
  test.each([
    ['A-1', '44b0d995-55db-5afe-8440-06b7ee9b3de4'],
    ['ORD#2025/001', '7f10b200-ea69-5686-a631-a967a228f660'],
    ['طلب-١', 'f44dad99-c84c-5914-aa5e-a869bfada4c3'],
  ])('of order %s never changes', (orderId, id) => expect(leadIdOf(demo, orderId)).toBe(id));

  test('differs for another order or another tenant', () => {
    const ids = [leadIdOf(demo, 'A-1'), leadIdOf(demo, 'a-1'), leadIdOf(demo, 'A-2'), leadIdOf(rival, 'A-1')];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a derived id', () => {
  const commandId = '9d2c1c7e-3c1f-4b69-9f5e-0f7f6f6f0001';

  test.each([
    [0, '5c9510d6-03b7-54c0-becf-f590b4a4f27c'],
    [1, 'f373e051-a33a-5887-b294-f2acf7666d8f'],
    ['lead', '2757f7ac-55fe-5546-bcce-9268fe93aa83'],
  ])('of word %s never changes', (word, id) => expect(derivedId(commandId, word)).toBe(id));
});

test('an id of a name is a UUID of version 5', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'binary' }), (namespace, name) => {
      expect(nameId(namespace, name)).toBe(v5(name, namespace));
    }),
  ));
