import { randomUUID } from 'node:crypto';
import { exportAuditLogs } from '@crm/contracts/audit/audit.ts';
import { dashboardStats } from '@crm/contracts/dashboards/dashboards.ts';
import { exportLeads } from '@crm/contracts/leads/export.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { listLogs, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { listSavedReports } from '@crm/contracts/saved-reports/saved-reports.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { PostbackId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { postbackCreated } from '@crm/events/postbacks/story.ts';
import { leadStream, postbackStream } from '@crm/events/streams.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from './test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const admin = callerOf('admin', tenant);

/**
 * Appends an event that the read model of leads cannot apply until the end of the test, and lets queries wait for a short
 * time. @returns the position of the event
 */
async function ahead(atEnd: (end: () => Promise<void>) => void): Promise<string> {
  const holding = await db.everyTenant.connect();
  await holding.query(`begin; select from checkpoints where name = 'leads' for update`);
  const { ms } = world.patience;
  world.patience.ms = 200;
  atEnd(async () => {
    world.patience.ms = ms;
    await holding.query('rollback');
    holding.release();
  });
  const created = { orderId: randomUUID(), orderedAt: null, details: blankDetails };
  const stream = leadStream(leadIdOf(tenant, created.orderId));
  return world.say(stream, tenant, [{ type: 'LeadCreated', data: created }]);
}

test("a read waits for the caller's own last write, and is marked stale if that takes too long", async ({
  onTestFinished,
}) => {
  const created = { orderId: 'ORD-1', orderedAt: null, details: blankDetails };
  const stream = leadStream(leadIdOf(tenant, created.orderId));
  const position = await world.say(stream, tenant, [{ type: 'LeadCreated', data: created }]);
  const fresh = await world.result(listLeads, admin, { query: {}, minPosition: position });
  expect(fresh).toMatchObject({ kind: 'done', position });
  const stale = await world.result(listLeads, admin, { query: {}, minPosition: await ahead(onTestFinished) });
  expect(stale).toMatchObject({ kind: 'done', stale: true });
  expect(stale).not.toHaveProperty('position');
});

test('what a lagging read does not find is marked stale, because it may exist', async ({
  onTestFinished,
}) => {
  const missing = { params: { id: randomUUID() } };
  await world.caughtUp();
  expect(await world.result(getLead, admin, missing)).not.toHaveProperty('stale');
  const minPosition = await ahead(onTestFinished);
  const behind = await world.result(getLead, admin, { ...missing, minPosition });
  expect(behind).toMatchObject({ kind: 'refused', refusal: 'lead-not-found', stale: true });
});

test('an export of rows that lag behind is marked stale', async ({ onTestFinished }) => {
  const asked = { query: { format: 'csv', timeZone: 'UTC' } } as const;
  const stranger = callerOf('admin', newTenant());
  await world.caughtUp();
  expect(await world.result(exportLeads, stranger, asked)).not.toHaveProperty('stale');
  const minPosition = await ahead(onTestFinished);
  const behind = await world.result(exportLeads, stranger, { ...asked, minPosition });
  expect(behind).toMatchObject({ kind: 'refused', refusal: 'export-empty', stale: true });
});

test("an export of the audit history waits for the caller's own last write, as its list does", async ({
  onTestFinished,
}) => {
  const asked = { query: { wait: '0' } } as const;
  await world.caughtUp();
  expect(await world.result(exportAuditLogs, admin, asked)).not.toHaveProperty('stale');
  const minPosition = await ahead(onTestFinished);
  const behind = await world.result(exportAuditLogs, admin, { ...asked, minPosition });
  expect(behind).toMatchObject({ kind: 'done', status: 202, stale: true });
});

test('the log of a postback, and a retry of its deliveries, wait for the lead that the caller changed last', async ({
  onTestFinished,
}) => {
  const postback = PostbackId.parse(randomUUID());
  await world.say(postbackStream(postback), tenant, [postbackCreated()]);
  const params = { id: postback };
  const search = 'asha';
  await world.caughtUp();
  const retry = { params, body: { filters: { search }, dryRun: true } };
  expect(await world.result(retryPostback, admin, retry)).not.toHaveProperty('stale');
  const minPosition = await ahead(onTestFinished);
  const listed = await world.result(listLogs, admin, { params, query: { search }, minPosition });
  const counted = await world.result(retryPostback, admin, { ...retry, minPosition });
  const behind = { kind: 'done', stale: true };
  expect({ listed, counted }).toMatchObject({ listed: behind, counted: behind });
});

test("an admin's dashboard and the page of reports let their columns load; a refused call does not", async () => {
  const asked = { query: { range: '30d', timeZone: 'UTC' } } as const;
  const operator = callerOf('operator', tenant);
  await world.result(dashboardStats, operator, asked);
  expect(world.preloaded).toEqual([]);
  expect(await world.result(dashboardStats, admin, asked)).toMatchObject({ kind: 'done' });
  expect(world.preloaded).toEqual([tenant]);
  await world.result(listSavedReports, operator, {});
  expect(world.preloaded).toEqual([tenant, tenant]);
});
