import { Writable } from 'node:stream';
import { Pool } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleAppend, sampleStream } from '../event-store/contract/samples.ts';
import { openEventStore } from '../event-store/open.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { createServer } from '../http/server.ts';
import { createProgress } from '../runner/progress.ts';
import { runAsLeader } from '../runner/run-as-leader.ts';
import { openLog } from './log.ts';
import { outageLog } from './outage.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const log = openLog(
  'warn',
  new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

test('an outage has one line with its cause, then one line per minute with a count', () => {
  vi.useFakeTimers();
  const failed = outageLog(log, 'unavailable');
  for (let n = 0; n < 1_000; n += 1) failed({ err: new Error('connect ECONNREFUSED') });
  expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ more: 999, msg: 'unavailable: still' });

  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(2);
  failed({ err: new Error('another outage') });
  expect(lines[2]).toContain('another outage');
});

test('a failed request writes its route, and nothing that its address has, such as the phone of a search', async () => {
  const app = await createServer({ log, trustProxy: [] });
  app.get('/leads/:id', ({ query }) => {
    throw 'outage' in Object(query) ? new StoreUnavailable('connect ECONNREFUSED') : new Error('a bug');
  });
  for (const more of ['', '&outage=1']) await app.inject(`/leads/7?search=9876543210${more}`);
  await app.close();
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ route: '/leads/:id' });
    expect(line).not.toContain('9876543210');
  }
});

test('requests that an outage refuses write one line', async () => {
  const app = await createServer({ log, trustProxy: [] });
  app.get('/', () => {
    throw new StoreUnavailable('connect ECONNREFUSED');
  });
  for (let n = 0; n < 50; n += 1) expect((await app.inject('/')).statusCode).toBe(503);
  await app.close();
  expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test.each([
  ['postgres', 'postgresql://crm:x@127.0.0.1:1/crm'],
  ['eventstoredb', 'esdb://127.0.0.1:1?tls=false'],
] as const)('appends that %s refuses in an outage write one line', async (kind, url) => {
  const store = await openEventStore({ kind, url }, log);
  for (let n = 0; n < 5; n += 1)
    expect(await store.append(sampleAppend(sampleStream(), 'none'))).toMatchObject({ kind: 'unavailable' });
  await store.close();
  expect(lines).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test('a consumer that waits for Postgres writes one line', async () => {
  const pool = new Pool();
  const stop = new AbortController();
  let tries = 0;
  const tryToLead = async () => {
    tries += 1;
    if (tries === 4) stop.abort();
    throw Object.assign(new Error('could not extend file'), { code: '53100' }); // a full disk
  };
  await runAsLeader(
    { name: 'leads', version: 1 },
    {
      ...{ pool, log, signal: stop.signal, progress: createProgress(pool) },
      leadership: { tryToLead, untilNextTry: () => 0, leave: async () => {} },
    },
    async () => {},
  );
  expect(tries).toBe(4);
  expect(lines).toEqual([expect.stringContaining('could not extend file')]);
});
