import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { afterAll, expect, test } from 'vitest';
import { startProduct } from './product.ts';

/** A product runs on the database when other processes start on it. */
const database = await testDatabase();
const product = await startProduct({ DEMO_LEADS: '0' }, { onto: database });
const port = await freePort();
const otherStore = await startWire();
afterAll(() => otherStore.end());

test.each([
  [
    'another SECRET_KEY',
    { SECRET_KEY: 'another key, of at least 32 characters' },
    /^SECRET_KEY is not the key/,
  ],
  [
    'another EVENTSTORE_URL',
    { EVENTSTORE_URL: otherStore.url },
    /^Processes on this database use another event store/,
  ],
])('a process with %s is refused with one line and changes nothing', async (_, settings, line) => {
  const before = await checkpoints();
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'error',
    PORT: String(port),
  };
  const { code, output } = await runProgram('command-api/main.ts', [], { ...environment, ...settings });
  expect({ code, lines: output.trim().split('\n').length, output }).toEqual({
    code: 1,
    lines: 1,
    output: expect.stringMatching(line),
  });
  expect(await checkpoints()).toEqual(before);
  expect(product.logged()).not.toContain('"level":"fatal"');
});

async function checkpoints() {
  const { rows } = await database.pool.query(
    'select name, generation, version from checkpoints order by name',
  );
  return rows;
}
