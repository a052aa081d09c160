import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openLog } from '../log/log.ts';
import { stopper } from '../shutdown/stop.ts';
import { cuttableLine } from '../test/cuttable-line.ts';
import { testDatabase } from '../test/database.ts';
import { TEST_SECRET_KEY } from '../test/product.ts';
import { openFoundation } from './foundation.ts';

const database = await testDatabase();

test.each([
  ['its key', 'key_check'],
  ['its history', 'followed_history'],
])('a start goes on when Postgres is lost while %s is compared', async (_, mark) => {
  const line = await cuttableLine(database.url, mark);
  onTestFinished(line.close);
  const read = readConfig({ DATABASE_URL: line.url, SECRET_KEY: TEST_SECRET_KEY }, 'part');
  if (read.kind === 'wrong') throw new Error(read.lines.join());
  const log = openLog('silent');
  const stopping = stopper(log);
  onTestFinished(async () => void (await stopping.stop('the test is over')));
  line.swallowAnswers(2);
  const foundation = await openFoundation(read.config, log, stopping);
  await expect(foundation.storeReady).resolves.toBeUndefined();
});
