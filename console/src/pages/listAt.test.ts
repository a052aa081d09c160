import { expect, test } from 'vitest';
import { leadsAt } from './leadsAt.ts';
import { listAt } from './listAt.ts';

test('a link to a list has a parameter, so that the list does not restore its last used view', () => {
  expect(listAt('/offers')).toBe('/offers?page=1');
  expect(listAt('/users', { role: 'operator' })).toBe('/users?role=operator');
  expect(leadsAt({})).toBe('/leads?page=1');
  expect(leadsAt({ assigned: 'unassigned' })).toBe('/leads?assigned=unassigned');
});
