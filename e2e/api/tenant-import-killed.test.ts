import { getBatch } from '@crm/contracts/batches/batches.ts';
import { checkTenantArchive, importTenant } from '@crm/contracts/tenants/import.ts';
import { holdProduct } from '@crm/platform/test/hold-product.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SUPER, tokenOf } from '../people.ts';
import { fetchServed } from '../served.ts';
import { archiveOfLines, organisation } from './archives.ts';

/** The events are moved in three transactions. */
const LEADS = 5_000;

test('an import continues after its process was killed, with each event once', async () => {
  const product = await startProduct({ demoLeads: 0 });
  const pool = new Pool({ connectionString: product.databaseUrl, options: '-c app.tenant=*' });
  pool.on('error', () => {}); // Postgres stops with the product
  onTestFinished(async () => {
    await pool.end();
    await product.remove();
  });
  const token = await tokenOf(product.url, SUPER);
  const call = async <S extends z.ZodType>(
    path: string,
    data: S,
    init: RequestInit = {},
  ): Promise<z.output<S>> => {
    const answer = await fetchServed(`${product.url}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    return data.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
  };
  const json = (body: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const batchState = async (id: string) => (await call(`/batches/${id}`, getBatch.data)).batch.state;

  const { tenant, lines, manifest } = organisation({ leads: LEADS });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await archiveOfLines(manifest, lines))]), 'Gulf.tar.gz');
  const check = await call(checkTenantArchive.path, checkTenantArchive.data, { method: 'POST', body: form });
  await expect.poll(() => batchState(check.batchId)).toBe('done');
  const written = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from event_store.events where meta ->> 'tenant' = $1 and type <> 'TenantImported'`,
      [tenant],
    );
    return rows[0]?.n ?? 0;
  };
  // It is held from its first transaction on: it could end before this process looks.
  const held = await holdProduct(product.databaseUrl, 'event_store.events');
  const [started] = await Promise.all([
    call(importTenant.path, importTenant.data, json({ checkId: check.batchId })),
    held.until(async (client) => {
      const { rows } = await client.query<{ written: number }>(
        'select written::int from event_store.imports',
      );
      return (rows[0]?.written ?? 0) > 0;
    }),
  ]);
  await product.end('SIGKILL');
  await product.again();

  await expect.poll(() => batchState(started.batchId)).toBe('done');
  expect(await written()).toBe(lines.length);
  const { rows } = await pool.query<{ twice: number }>(
    `select (count(*) - count(distinct id))::int as twice from event_store.events where meta ->> 'tenant' = $1`,
    [tenant],
  );
  expect(rows).toEqual([{ twice: 0 }]);
  expect((await pool.query('select from event_store.import_events')).rowCount).toBe(0);
});
