import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adoptHistory, HistoryInUse } from '../event-store/adopt-history.ts';
import { testDatabase } from '../test/database.ts';
import { TEST_SECRET_KEY } from '../test/product.ts';
import { runProgram } from '../test/run-program.ts';
import { testStore } from '../test/test-store.ts';
import { asUnusable, holdPlace, newestMigration, refuseNewerSchema, refuseOtherKey } from './installation.ts';
import { migrationFolders } from './migration-folders.ts';
import { DatabaseUnusable } from './unusable.ts';

const db = await testDatabase();
const store = testStore(db.url);
const newest = newestMigration(migrationFolders);
const history = randomUUID();
/** The connection of a running process. */
const running = new Client(db.url);
beforeAll(async () => {
  await running.connect();
  await adoptHistory(db.everyTenant, history, store);
});
afterAll(() => Promise.all([running.end(), store.close()]));

test('the first start decides the key; another key is refused with one line that does not contain it', async () => {
  await refuseOtherKey(db.pool, 'the key of the first start');
  await refuseOtherKey(db.pool, 'the key of the first start');
  const refused = refuseOtherKey(db.pool, 'another key');
  await expect(refused).rejects.toThrow(DatabaseUnusable);
  await expect(refused).rejects.toThrow(
    /^SECRET_KEY is not the key that this database is used with: (?!.*another key).*$/,
  );
});

test('a lost key is forgotten only when no process runs, and the next start decides the key', async () => {
  const forget = () =>
    runProgram('platform/postgres/forget-key.ts', [], {
      DATABASE_URL: db.url,
      SECRET_KEY: TEST_SECRET_KEY,
    });
  expect(await holdPlace(running, history, newest)).toBe(true);
  expect(await forget()).toEqual({ code: 1, output: expect.stringMatching(/^The product runs .*\n$/) });
  await expect(refuseOtherKey(db.pool, TEST_SECRET_KEY)).rejects.toThrow(DatabaseUnusable);
  await running.query('select pg_advisory_unlock_all()');
  expect(await forget()).toMatchObject({ code: 0 });
  await refuseOtherKey(db.pool, TEST_SECRET_KEY);
});

test('the database moves to another store only when no process runs on it, and a process notices the move', async () => {
  expect(await holdPlace(running, history, newest)).toBe(true);
  await expect(adoptHistory(db.everyTenant, randomUUID(), store)).rejects.toThrow(HistoryInUse);
  expect(await adoptHistory(db.everyTenant, history, store)).toBe('known');
  await running.query('select pg_advisory_unlock_all()'); // its connection was cut
  expect(await adoptHistory(db.everyTenant, randomUUID(), store)).toBe('moved');
  expect(await holdPlace(running, history, newest)).toBe(false);
  await running.query('select pg_advisory_unlock_all()');
});

test('a migration that removes something waits for the end of older processes, and refuses them from then on', async () => {
  const remove = () =>
    db.pool
      .query('select refuse_older_programs($1)', [newest + 1])
      .catch((error) => Promise.reject(asUnusable(error)));
  await holdPlace(running, history, newest);
  await expect(remove()).rejects.toThrow(DatabaseUnusable);
  await expect(remove()).rejects.toThrow(
    /^Processes of an older version still run on this database: stop them/,
  );
  await refuseNewerSchema(db.pool, newest);
  await running.query('select pg_advisory_unlock_all()');
  await holdPlace(running, history, newest + 1); // a process of the new version
  await remove();
  await expect(refuseNewerSchema(db.pool, newest)).rejects.toThrow(
    /^The database was changed by a newer version/,
  );
  await refuseNewerSchema(db.pool, newest + 1);
});
