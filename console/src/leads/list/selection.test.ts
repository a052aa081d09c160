import { MOST_LEADS_NAMED } from '@crm/contracts/leads/constants.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { expect, test } from 'vitest';
import { frozenOf, frozenValue, refreshed, type Selected, select, totalValue } from './selection.ts';

// Only the fields that a selection reads.
const lead = (_id: string, total = 10, currency: Lead['currency'] = 'INR') =>
  ({ _id, total, currency }) as Lead;
const chosen = (before: Selected, changed: readonly Lead[], rows: readonly Lead[]) =>
  select(before, changed, true, rows) ?? none;
const none: Selected = new Map();
const [a, b, c, d] = [lead('a'), lead('b'), lead('c'), lead('d')];
const idsOf = (selected: Selected) => [...selected.keys()].join('');

test('keeps the order of the list, not of the clicks', () => {
  expect(idsOf(chosen(chosen(none, [c], [a, b, c]), [a], [a, b, c]))).toBe('ac');
});

test('keeps leads of other pages, before those of this page', () => {
  const first = chosen(none, [b], [a, b]);
  const both = chosen(first, [d, c], [c, d]);
  expect(idsOf(both)).toBe('bcd');
  expect(idsOf(select(both, [b, d], false, [c, d]) ?? none)).toBe('c');
});

test('keeps of a lead only what bulk actions need', () => {
  const comments: Lead['comments'] = [];
  expect([...chosen(none, [{ ...a, comments }], [a]).values()]).toEqual([a]);
});

test('refuses more leads than a bulk action takes', () => {
  const page = Array.from({ length: MOST_LEADS_NAMED }, (_, n) => lead(`${n}`));
  const most = chosen(none, page, page);
  expect(most.size).toBe(MOST_LEADS_NAMED);
  expect(select(most, [a], true, [a])).toBe(null);
});

test('counts changed leads with their current values', () => {
  const selected = chosen(none, [a, b], [a, b]);
  expect(totalValue(refreshed(selected, [lead('a', 99.5)]))).toBe('₹109.50');
});

test('sums the total per currency, exact to the cent', () => {
  expect(totalValue([])).toBe('');
  expect(totalValue([lead('a', 0.1), lead('b', 0.2), lead('c', 5, 'USD')])).toBe('₹0.30 + $5.00');
});

test('select all: shows the frozen value and marks the rows that it has, whenever they were created', () => {
  const numbered = (lead: Lead, number: number) => ({ ...lead, number });
  const selection = {
    _id: 's',
    total: 2,
    totalValue: [
      { currency: 'INR' as const, amount: 12.5 },
      { currency: 'USD' as const, amount: 7 },
    ],
    // Leads 0 and 9.
    numbers: btoa(String.fromCharCode(1, 2)),
  };
  const frozen = frozenOf(selection, new Date('2026-11-20T10:00:00Z'));
  expect(frozenValue(frozen)).toBe('₹12.50 + $7.00');
  const page = [numbered(a, 0), numbered(b, 9), numbered(c, 8), numbered(d, 5_000), lead('unnumbered')];
  expect(page.filter(frozen.has).map(({ _id }) => _id)).toEqual(['a', 'b']);
});
