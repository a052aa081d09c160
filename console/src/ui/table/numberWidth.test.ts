import { expect, test } from 'vitest';
import { numberWidth } from './numberWidth.ts';

test('a column has room for its longest number, which breaks at its spaces only', () => {
  expect(numberWidth(['₹1,499.00', '₹99,999,999.00'], false)).toBe(8.5);
  expect(numberWidth(['AED 12,345.00'], false)).toBe(6);
});

test('a dense row does not break', () => {
  expect(numberWidth(['AED 12,345.00'], true)).toBe(8);
});

test('cells that are no texts need no room of their own', () => {
  expect(numberWidth([null, {}], false)).toBe(0);
});
