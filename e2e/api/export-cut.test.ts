import { getBatch } from '@crm/contracts/batches/batches.ts';
import { exportLeads } from '@crm/contracts/leads/export.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { expect, test } from 'vitest';
import { openBatchGate } from './batch-gate.ts';
import { sharedProduct } from './product.ts';

/** Above 5,000 leads, an export is answered before it is written. It has a step for each 1,000. */
const EXPORTED = 5_001;

const product = await sharedProduct({ leads: 30 });
const admin = await product.signIn(product.people.admin);
const db = product.database.everyTenant;

/** Cuts the connections of the process that writes the file, as a proxy or an administrator does. */
const cut = () =>
  db.query(
    `select pg_terminate_backend(pid, 10_000) from pg_stat_activity
      where datname = current_database() and application_name = 'crm export'`,
  );

const crashesOf = async (batch: string) => {
  const { rows } = await db.query<{ crashes: number }>('select crashes from batch_runs where id = $1', [
    batch,
  ]);
  return rows.map(({ crashes }) => crashes);
};

test('an export whose connections are cut twice has not crashed, and ends', async () => {
  const { rows: leads } = await db.query<{ id: string; tenant: string }>(
    'select l.id, l.tenant from leads l join users u on u.tenant = l.tenant where u.id = $1',
    [admin.id],
  );
  const owner = { tenant: TenantId.parse(leads[0]?.tenant), user: UserId.parse(admin.id) };
  const ids = Array.from({ length: EXPORTED }, (_, n) => leads[n % leads.length]?.id ?? '');
  const selection = await keepIds(db, owner, ids);

  const first = await openBatchGate(product.database.url);
  const second = await openBatchGate(product.database.url);
  await first.close();
  const query = { selectionId: selection.id, format: 'csv' } as const;
  const { batch } = (await admin.ask(exportLeads, { query })).data;
  await expect.poll(() => first.waiting()).toBe(1);
  await cut();
  // The second gate waits behind the held step and before all later ones.
  const closed = second.close();
  await expect.poll(() => first.waiting()).toBe(2);
  await first.end();
  await closed;
  await expect.poll(() => second.waiting()).toBe(1);
  // The running start only: an export starts over, so each start counts until it ends in order.
  expect(await crashesOf(batch._id)).toEqual([1]);
  await cut();
  await second.end();

  const end = async () => (await admin.ask(getBatch, { params: { id: batch._id } })).data.batch;
  await expect.poll(async () => (await end()).finishedAt).not.toBeNull();
  expect(await end()).toMatchObject({ state: 'done', counts: { successful: EXPORTED } });
});
