import { afterAll, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { cuttableLine } from '../test/cuttable-line.ts';
import { testDatabase } from '../test/database.ts';
import { isOutage } from './outage.ts';
import { openPools } from './pools.ts';

const line = await cuttableLine((await testDatabase()).url, 'nothing');
const pools = openPools(line.url, openLog('silent'), { silentMs: 100 });
afterAll(async () => {
  await pools.end();
  line.close();
});

test.each([
  ['metrics', pools.metrics],
  ['auth', pools.auth],
])(
  'a query to a host that went silent fails as an outage, and the next one has a new connection: %s',
  async (_, pool) => {
    await pool.query('select 1');
    line.silence();
    const error: unknown = await pool.query('select 2').catch((thrown: unknown) => thrown);
    expect(isOutage(error), String(error)).toBe(true);
    expect((await pool.query<{ n: number }>('select 3 as n')).rows).toEqual([{ n: 3 }]);
  },
);
