import { expect, test } from 'vitest';
import { currentUser as user } from '../../test/currentUser.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { features, findersOf } from './features.ts';
import { navigationOf } from './navigation.ts';

const sidebar = (role: CurrentUser['role']) =>
  navigationOf(features, user(role)).filter(({ place }) => place === 'sidebar');

test('each role has its links and search sources', () => {
  expect(sidebar('admin').map(({ label }) => label)).toEqual([
    'Dashboard',
    'All Leads',
    'Work Queue',
    'Users',
    'Offers',
    'Postbacks',
    'Reports',
    'Approvals',
    'Upload Leads',
    'Audit History',
  ]);
  expect(sidebar('operator').map(({ label }) => label)).toEqual(['Dashboard', 'My Leads', 'Work Queue']);
  expect(sidebar('super_admin').map(({ label }) => label)).toEqual([
    'Dashboard',
    'Organizations',
    'Plans',
    'Subscriptions',
    'Payments',
    'Audit History',
  ]);
  expect(findersOf(user('admin')).map(({ group }) => group)).toEqual(['Leads', 'Postbacks']);
  expect(findersOf(user('operator')).map(({ group }) => group)).toEqual(['Leads']);
});

test('everyone finds the batches again that they started', () => {
  for (const role of ['admin', 'operator', 'super_admin'] as const)
    expect(navigationOf(features, user(role)).map(({ label }) => label)).toContain('Batches');
});

test('every link opens a page of its own feature, and no two features display the same batches', () => {
  for (const { pages, navigation } of features)
    for (const { to } of navigation) expect(pages.map(({ path }) => path)).toContain(to);
  const kinds = features.flatMap(({ batchKinds = {} }) => Object.keys(batchKinds));
  expect(new Set(kinds).size).toBe(kinds.length);
});

test('a viewed organisation has the links of its admin, except those that only change something', () => {
  const shown = navigationOf(features, user('admin', true)).map(({ label }) => label);
  expect(
    sidebar('admin')
      .filter(({ label }) => !shown.includes(label))
      .map(({ label }) => label),
  ).toEqual(['Upload Leads']);
});
