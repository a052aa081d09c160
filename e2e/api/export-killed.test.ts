import { getBatch } from '@crm/contracts/batches/batches.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { holdProduct } from '@crm/platform/test/hold-product.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, tokenOf } from '../people.ts';
import { fetchServed } from '../served.ts';

const LEADS = shortOrLong(6_000, 100_000);

test('an export restarts after its process was killed: one file, each lead once, in order', async () => {
  const product = await startProduct({ demoLeads: 30 });
  const pool = new Pool({ connectionString: product.databaseUrl, options: '-c app.tenant=*' });
  pool.on('error', () => {}); // Postgres stops with the product
  onTestFinished(async () => {
    await pool.end();
    await product.remove();
  });
  const token = await tokenOf(product.url, ADMIN);
  const call = async (path: string) =>
    fetchServed(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });

  const { rows: leads } = await pool.query<{ id: string; tenant: string; user: string }>(
    `select l.id, l.tenant, u.id as user from leads l join users u on u.email = 'admin@demo.test' and u.tenant = l.tenant`,
  );
  const [first] = leads;
  const owner = { tenant: TenantId.parse(first?.tenant), user: UserId.parse(first?.user) };
  const ids = Array.from({ length: LEADS }, (_, at) => leads[at % leads.length]?.id ?? '');
  const selection = await keepIds(pool, owner, ids);

  // It is held from its first step on: it could end before this process looks.
  const held = await holdProduct(product.databaseUrl, 'batch_runs');
  const [answer] = await Promise.all([
    call(`/leads/export?format=csv&selectionId=${selection.id}`),
    held.until(async (client) => {
      const { rows } = await client.query<{ done: number }>('select done from batch_runs');
      return (rows[0]?.done ?? 0) > LEADS / 10;
    }),
  ]);
  expect(answer.status).toBe(202);
  const { _id } = getBatch.data.parse((await answer.json()).data).batch;
  await product.end('SIGKILL');
  await product.again();

  const outcome = async () => {
    const { data } = await (await call(`/batches/${_id}`)).json();
    return data?.batch?.state;
  };
  await expect.poll(outcome).toBe('done');
  const file = await (await call(`/batches/${_id}/file`)).text();
  const rows = file.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.slice(-36))).toEqual(ids);
  const files = await pool.query('select from files where tenant = $1', [owner.tenant]);
  expect(files.rowCount).toBe(1);
});
