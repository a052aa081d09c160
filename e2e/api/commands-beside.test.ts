import { existsSync } from 'node:fs';
import path from 'node:path';
import { openHistory } from '@crm/platform/event-store/history.ts';
import { type EventStoreConfig, openEventStore } from '@crm/platform/event-store/open.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { testStoreConfig } from '@crm/platform/test/test-store.ts';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const folder = scratchFolder();

const commands: Readonly<
  Record<string, (settings: Record<string, string>) => ReturnType<typeof runProgram>>
> = {
  audit: (settings) => runProgram('workers/audit/chain/main.ts', ['verify'], settings),
  rebuild: (settings) => runProgram('projections/rebuild.ts', ['offers'], settings),
  backup: (settings) => runProgram('workers/backup/main.ts', [path.join(folder, 'backup.crm')], settings),
  'dead-letters': (settings) => runProgram('platform/runner/dead-letters/main.ts', [], settings),
  'change-key': (settings) => runProgram('workers/change-key/main.ts', [], settings),
  'forget-key': (settings) => runProgram('platform/postgres/forget-key.ts', [], settings),
  'copy-events': (settings) => {
    const from = settings['DATABASE_URL'] || 'embedded';
    const args = ['--from', from, '--to', 'esdb://127.0.0.1:1?tls=false'];
    return runProgram('platform/event-store/copy/main.ts', args, settings);
  },
};

describe('without an installation', () => {
  const joining = ['audit', 'rebuild', 'dead-letters', 'change-key', 'forget-key', 'copy-events'];

  test.each([...joining, 'backup'])(
    '%s refuses a data folder with one line, and starts no Postgres in it',
    async (name) => {
      const DATA_DIR = path.join(folder, `without-${name}`);
      // Without a key it would first create one.
      for (const SECRET_KEY of [TEST_SECRET_KEY, ''])
        expect(await commands[name]?.({ DATA_DIR, DATABASE_URL: '', SECRET_KEY })).toEqual({
          code: 1,
          output: `There is no installation in the data folder ${DATA_DIR}: use the DATA_DIR or DATABASE_URL of the product. npm start creates a new installation\n`,
        });
      expect(existsSync(DATA_DIR)).toBe(false);
    },
  );

  test.each(joining)(
    '%s refuses an empty database with one line, and creates no table in it',
    async (name) => {
      const { url, pool, name: database } = await testDatabase('empty', onTestFinished);
      expect(await commands[name]?.({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY })).toEqual({
        code: 1,
        output: `There is no installation in the database ${database}: use the DATA_DIR or DATABASE_URL of the product. npm start creates a new installation\n`,
      });
      const { rows } = await pool.query(
        `select relname from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
      );
      expect(rows).toEqual([]);
    },
  );
});

test('a restore without the key of the backup is refused with one line, and creates no key', async () => {
  const DATA_DIR = path.join(folder, 'restored');
  const settings = { DATA_DIR, DATABASE_URL: '', SECRET_KEY: '' };
  expect(await runProgram('workers/backup/restore-main.ts', ['a.crm', '--check'], settings)).toEqual({
    code: 1,
    output: `SECRET_KEY must be set to that of the installation that wrote the backup, or its secret.key copied into ${DATA_DIR}\n`,
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe('beside a product that was moved to EventStoreDB', async () => {
  const database = await testDatabase();
  const wire = await startWire();
  afterAll(() => wire.end());
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: path.join(folder, 'data'),
  };
  const historyOf = async (config: EventStoreConfig) => {
    const store = await openEventStore(config);
    return openHistory(store, {}).finally(() => store.close());
  };
  await historyOf(testStoreConfig(database.url)); // its old events
  await database.pool.query('insert into followed_history (id) values ($1)', [
    await historyOf({ kind: 'eventstoredb', url: wire.url }),
  ]);

  test.each(['audit', 'rebuild', 'backup'])(
    '%s without EVENTSTORE_URL is refused with one line',
    async (name) => {
      expect(await commands[name]?.(settings)).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^The event store is not the one that [^\n]*: set EVENTSTORE_URL [^\n]*\n$/,
        ),
      });
    },
  );

  test.each(['audit', 'rebuild'])('%s with it runs', async (name) => {
    expect(await commands[name]?.({ ...settings, EVENTSTORE_URL: wire.url })).toMatchObject({ code: 0 });
  });

  test.each(['audit', 'rebuild'])(
    '%s says in one line that the EventStoreDB cannot be reached',
    async (name) => {
      const EVENTSTORE_URL = 'esdb://127.0.0.1:1?tls=false';
      expect(await commands[name]?.({ ...settings, EVENTSTORE_URL })).toEqual({
        code: 1,
        output: expect.stringMatching(/^EventStoreDB at 127\.0\.0\.1:1 cannot be reached [^\n]*\n$/),
      });
    },
  );

  test('dead letters are listed without the event store', async () => {
    expect(await commands['dead-letters']?.(settings)).toEqual({
      code: 0,
      output: 'There are no dead letters.\n',
    });
  });
});
