import { afterAll, expect } from 'vitest';
import { takeNew } from './sent.ts';

/**
 * A setup file of vitest: after each test file, it checks the statements that the product sent with
 * ./rule.ts. ./sources.test.ts covers texts that no test sends.
 */
afterAll(async () => {
  const sent = takeNew();
  if (sent.length === 0) return;
  // Loaded here, so that test files without statements do not pay for it.
  const { loadModule } = await import('libpg-query');
  const { MARKER, missingPredicates, SUPER_ADMINS_MARKER } = await import('./rule.ts');
  const { tenantTables } = await import('./tables.ts');
  await loadModule();
  const tables = tenantTables();
  const wrong = sent.flatMap(({ text, from, forPeople }) => {
    if (MARKER.test(text))
      return forPeople && !SUPER_ADMINS_MARKER.test(text)
        ? [`${from}: a user's read is never of every tenant, unless it is a super admin's\n${text}`]
        : [];
    return missingPredicates(text, tables).map((missing) => `${from}: ${missing}\n${text}`);
  });
  expect(wrong, 'statements without a tenant predicate (e2e/sql/rule.ts)').toEqual([]);
});
