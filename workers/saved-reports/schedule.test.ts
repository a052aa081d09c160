import { randomUUID } from 'node:crypto';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { enqueueDue } from './schedule.ts';

const db = await testDatabase();
const { pools } = poolsAndStore(db);

const scheduled = (day: number) => ({
  id: randomUUID(),
  tenant: randomUUID(),
  schedule: { rhythm: { every: 'month', day }, hour: 9, format: 'csv', toOwner: true, recipients: [] },
  scheduled_at: new Date('2026-01-01T00:00:00Z'),
  time_zone: 'UTC',
});

/** The pool of commands, whose read of all schedules finds these rows in this order. */
const finding = (rows: object[]): Pool =>
  Object.assign(Object.create(pools.commands), { query: async () => ({ rows }) });

test('a schedule that fails holds back no other that is due', async () => {
  const neverDue = scheduled(0);
  const due = scheduled(1);
  const run = enqueueDue(finding([neverDue, due, scheduled(0)]), new Date('2026-02-03T00:00:00Z'));
  await expect(run).rejects.toThrow('A schedule is never due');
  const { rows } = await db.everyTenant.query('select report from report_mailings');
  expect(rows).toEqual([{ report: due.id }]);
});
