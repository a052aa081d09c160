import { expect, test } from 'vitest';
import { filterOffers, filterOperators, nameIn, withCurrent } from './choices.ts';

test('the filter for offers has the inactive ones too, and says so', () => {
  const data = [
    { _id: 'oil', name: 'Knee oil', isActive: true },
    { _id: 'tea', name: 'Slim Tea', isActive: false },
  ];
  const answer = { data, message: null, position: null, stale: false, pagination: null };
  expect(filterOffers.select?.(answer)).toEqual([
    { _id: 'oil', label: 'Knee oil' },
    { _id: 'tea', label: 'Slim Tea (inactive)' },
  ]);
});

test('a change does not make every open console read its choices at once', () => {
  expect(filterOffers.meta?.pace).toBe('aggregate');
  expect(filterOperators.meta?.pace).toBe('aggregate');
});

test('whether the chosen one exists is not said before the choices are read', () => {
  const oil = { _id: 'oil', label: 'Knee oil' };
  expect(withCurrent(undefined, 'oil', ['all'])).toEqual([{ value: 'oil', label: '…' }]);
  expect(withCurrent([oil], 'oil', ['all'])).toEqual([{ value: 'oil', label: 'Knee oil' }]);
  expect(withCurrent([], 'oil', ['all'])).toEqual([{ value: 'oil', label: 'Not available' }]);
  expect(withCurrent(undefined, 'all', ['all'])).toEqual([]);
  expect(nameIn(undefined, 'oil', 'Slim Tea')).toBe('Slim Tea');
});
