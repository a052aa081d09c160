import { describe, expect, test } from 'vitest';
import { keepExtra } from './extra.ts';

const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: 'an id', quantity: 1, city: null };

describe('keepExtra', () => {
  test('returns nothing when all fields are known', () => expect(keepExtra(lead)).toEqual({}));

  test('keeps unknown fields as text', () => {
    const more = { utm: 'summer', clicks: 3, list: [1, 'a'], nothing: null, object: { a: 1 } };
    const kept = { utm: 'summer', clicks: '3', list: '[1,"a"]', nothing: 'null', object: '{"a":1}' };
    expect(keepExtra({ ...lead, ...more })).toEqual(kept);
  });

  test('keeps fields whose names are properties of every object', () => {
    const more = { constructor: 'a', toString: 'b', hasOwnProperty: 'c', '': 'd' };
    expect(keepExtra({ ...lead, ...more })).toEqual(more);
  });

  test('keeps the first 30 fields that fit; a field that is too long does not count', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, 'x']));
    const more = { long: 'x'.repeat(201), ['n'.repeat(201)]: 'x', fits: 'x'.repeat(200), ...many };
    const kept = Object.keys(keepExtra({ ...lead, ...more }));
    expect(kept).toEqual(['fits', ...Array.from({ length: 29 }, (_, n) => `f${n}`)]);
  });
});
