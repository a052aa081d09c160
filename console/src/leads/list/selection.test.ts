import type { Lead } from '@crm/contracts/leads/lead.ts';
import { expect, test } from 'vitest';
import { amongFrozen, frozenValue, refreshed, type Selected, select, totalValue } from './selection.ts';

// What a selection looks at; the rest of a lead is of no matter to it.
const lead = (_id: string, total = 10, currency: Lead['currency'] = 'INR') =>
  ({ _id, total, currency }) as Lead;
const none: Selected = new Map();
const [a, b, c, d] = [lead('a'), lead('b'), lead('c'), lead('d')];
const idsOf = (selected: Selected) => [...selected.keys()].join('');

test('keeps the order of the list, however it was clicked together', () => {
  expect(idsOf(select(none, new Set(['c', 'a']), [a, b, c], none))).toBe('ac');
});

test('leads of other pages stay, before those of this one', () => {
  const first = select(none, new Set(['b']), [a, b], none);
  const both = select(first, new Set(['b', 'd', 'c']), [c, d], none);
  expect(idsOf(both)).toBe('bcd');
  expect(idsOf(select(both, new Set(['c']), [c, d], none))).toBe('c');
});

test('a lead that newer ones pushed off the page can be selected as long as it is on screen', () => {
  expect(idsOf(select(none, new Set(['c', 'a']), [a, b], new Map([['c', c]])))).toBe('ac');
});

test('an id that is on no page is no selection', () => {
  expect(idsOf(select(none, new Set(['gone']), [a], none))).toBe('');
});

test('what changed meanwhile counts as it is now', () => {
  const selected = select(none, new Set(['a', 'b']), [a, b], none);
  expect(totalValue(refreshed(selected, [lead('a', 99.5)]))).toBe('₹109.50');
});

test('the total, each currency by itself and to the cent', () => {
  expect(totalValue([])).toBe('');
  expect(totalValue([lead('a', 0.1), lead('b', 0.2), lead('c', 5, 'USD')])).toBe('₹0.30 + $5.00');
});

test('all that was found at one moment: its value, and which rows of a page show as selected', () => {
  const totalValues = [
    { currency: 'INR' as const, amount: 12.5 },
    { currency: 'USD' as const, amount: 7 },
  ];
  const frozen = { _id: 's', total: 9, totalValue: totalValues, at: new Date('2026-11-20T10:00:00Z') };
  expect(frozenValue(frozen)).toBe('₹12.50 + $7.00');
  const came = (lead: Lead, createdAt: string) => ({ ...lead, createdAt });
  const page = [came(a, '2026-11-20T10:00:00Z'), came(b, '2026-11-20T10:00:01Z')];
  expect([...amongFrozen(frozen, page)]).toEqual(['a']);
});
