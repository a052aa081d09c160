import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { created, createdData } from '../contract/sample-leads.ts';
import { appended } from '../contract/under-test.ts';
import { copyingPostgres } from '../postgres/copying.ts';
import { destroyKey } from '../sealed/keys.ts';
import { openSealedEventStore } from '../sealed/open.ts';
import { copy } from './copy.ts';

const [first, last] = [await testDatabase(), await testDatabase()];
const open = async ({ url, pool }: { url: string; pool: Pool }) => {
  const { store } = await openSealedEventStore({ kind: 'postgres', url }, pool);
  afterAll(() => store.close());
  return store;
};

test('personal data is readable in a copy of the database, unless it was erased', async () => {
  const source = await open(first);
  const [kept, erased] = [randomUUID(), randomUUID()];
  for (const subject of [kept, erased])
    await appended(source, { stream: `lead-${subject}`, expected: 'none', events: [created()] });
  await destroyKey(first.pool, { subject: erased, tenant: created().meta.tenant });

  const [from, to] = [copyingPostgres(first.url), copyingPostgres(last.url)];
  const report = { copied: () => {}, reserved: () => {}, compared: () => {} };
  expect(await copy(from, to, { replace: false }, report)).toMatchObject({ events: 2, differing: [] });
  await Promise.all([from.close(), to.close()]);

  const target = await open(last);
  const [readable] = await target.readStream(`lead-${kept}`);
  expect(readable?.data).toEqual(createdData);
  const [forgotten] = await target.readStream(`lead-${erased}`);
  expect(forgotten?.data).toMatchObject({ details: { customer: { phone: '(erased)' } } });
});

test('a copy that goes on destroys the keys that were destroyed meanwhile, and revives none', async () => {
  const [erasedInSource, erasedInTarget] = [randomUUID(), randomUUID()];
  const key = { tenant: created().meta.tenant, key: randomBytes(32) };
  const target = copyingPostgres(last.url);
  await target.keepKeys([erasedInSource, erasedInTarget].map((subject) => ({ subject, ...key })));
  await destroyKey(last.pool, { ...key, subject: erasedInTarget });
  await target.keepKeys([
    { ...key, subject: erasedInSource, key: null },
    { ...key, subject: erasedInTarget },
  ]);
  await target.close();
  const { rows } = await last.pool.query(
    'select key, erased_at is null as "isKept" from event_store.personal_keys where subject = any($1)',
    [[erasedInSource, erasedInTarget]],
  );
  expect(rows).toEqual([
    { key: null, isKept: false },
    { key: null, isKept: false },
  ]);
});
