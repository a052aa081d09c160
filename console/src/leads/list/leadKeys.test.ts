import { expect, test } from 'vitest';
import { whyReadOnly } from '../abilities.ts';
import { leadKeys } from './leadKeys.ts';

const nothing = () => {};
const keysOf = (manages: boolean) =>
  leadKeys({
    manages,
    status: () => 'none',
    whyReadOnly: () => 'not assigned',
    openDialog: nothing,
    setStatus: nothing,
    expanded: new Set(),
    toggleComments: nothing,
  });

test('the keys that a lead may refuse say why, the others work on every lead', () => {
  const free = (manages: boolean) =>
    keysOf(manages).flatMap(({ action, whyNot }) => (whyNot ? [] : [action]));
  expect(free(true)).toEqual(['open', 'delete', 'older-comments']);
  expect(free(false)).toEqual(['open', 'older-comments']);
});

test('an erased lead, and one of a viewed organisation, have reasons of their own', () => {
  const user = { isViewed: false };
  expect(whyReadOnly(user, { erasedAt: null })).toBe('Only leads assigned to you can be changed');
  expect(whyReadOnly(user, { erasedAt: '2026-03-01T00:00:00.000Z' })).toBe(
    'The personal data of this lead was erased: it cannot be changed',
  );
  expect(whyReadOnly({ isViewed: true }, { erasedAt: null })).toBe(
    'You only view this organization: nothing can be changed',
  );
});
