import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { can } from './can.ts';

const none = { canSeeLeadsOfAllOperators: false };
const own = { permissions: none, isViewed: false };
const admin = { role: 'admin', ...own } as const;
const operator = { role: 'operator', ...own } as const;
const superAdmin = { role: 'super_admin', ...own } as const;

test('an admin manages a tenant, an operator works on leads, a super admin only opens pages', () => {
  expect([admin, operator, superAdmin].map((user) => can(user, 'manage-leads'))).toEqual([
    true,
    false,
    false,
  ]);
  expect([admin, operator, superAdmin].map((user) => can(user, 'work-leads'))).toEqual([false, true, false]);
  expect([admin, operator, superAdmin].map((user) => can(user, 'open-admin-pages'))).toEqual([
    true,
    false,
    true,
  ]);
});

test('an operator sees all leads with the permission', () => {
  expect(can(operator, 'see-all-leads')).toBe(false);
  expect(can({ ...operator, permissions: { canSeeLeadsOfAllOperators: true } }, 'see-all-leads')).toBe(true);
  expect(can(admin, 'see-all-leads')).toBe(true);
});

test('a super admin who views an organisation as its admin sees everything and changes nothing', () => {
  const viewed = { ...admin, isViewed: true };
  expect(
    (['see-organization', 'see-all-leads', 'see-organization'] as const).map((ability) =>
      can(viewed, ability),
    ),
  ).toEqual([true, true, true]);
  expect(
    (['manage-leads', 'upload-leads', 'decide-requests', 'export', 'change-own'] as const).map((ability) =>
      can(viewed, ability),
    ),
  ).toEqual([false, false, false, false, false]);
});

test('no other file decides by the role of the signed-in user', () => {
  const src = path.join(import.meta.dirname, '..');
  // Forms and lists of users display and edit the role of another user.
  const others = /^(auth\/can\.ts|users\/)/;
  const deciding = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !others.test(file))
    .filter((file) => /role\s*[!=]==/.test(readFileSync(path.join(src, file), 'utf8')));
  expect(deciding).toEqual([]);
});
