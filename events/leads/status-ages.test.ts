import { expect, test } from 'vitest';
import { newStatusAges, statusesAt, statusSet } from './status-ages.ts';

const created = new Date('2026-03-01T10:00:00Z');
const after = (hours: number) => new Date(created.getTime() + hours * 3_600_000);

test('a status counts for the ages that are reached after it was set', () => {
  const held = statusSet(newStatusAges, 'hold', created, after(24));
  expect(statusesAt(held)).toEqual(['hold', 'hold', 'hold', 'hold']);
  const approved = statusSet(held, 'approved', created, after(24.1));
  expect(statusesAt(approved)).toEqual(['hold', 'approved', 'approved', 'approved']);
  const trashed = statusSet(approved, 'trash', created, after(29 * 24));
  expect(statusesAt(trashed)).toEqual(['hold', 'approved', 'approved', 'trash']);
  expect(statusSet(trashed, 'processing', created, after(31 * 24))).toBe(trashed);
});
