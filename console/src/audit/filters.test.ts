import { AuditFilters } from '@crm/contracts/audit/audit.ts';
import { expect, test } from 'vitest';
import { decode } from '../url/codec.ts';
import { auditListState, filtersOf } from './filters.ts';

const shownIn = (ip: string) => decode(auditListState, new URLSearchParams({ ip }));
const ipIn = (ip: string) => filtersOf(shownIn(ip)).ip;

test.each(['203.0.113.7', '::1', '2001:db8::7', '2001:DB8:0:0:0:0:0:7', '::ffff:203.0.113.7'])(
  'filters by the address %s',
  (ip) => {
    expect(ipIn(ip)).toBe(ip);
    expect(AuditFilters.safeParse({ ip }).success).toBe(true);
  },
);

test.each([
  '203.0.113',
  '203.0.113.',
  '256.1.1.1',
  '2001:',
  '2001:db8:',
  '1:2:3',
  '1::2::3',
  '::1]/x[',
  'here',
])('filters by nothing while %s is typed', (ip) => {
  expect(ipIn(ip)).toBeUndefined();
  // It stays in its field, so that the page can say that it is no filter.
  expect(shownIn(ip).ip).toBe(ip);
});
