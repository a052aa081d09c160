import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@crm/platform/cluster/cluster.ts';
import type { Kind } from '@crm/platform/cluster/kinds.ts';
import { kindNames, kinds } from '@crm/platform/cluster/kinds.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { type Changes, programOf, programWith } from '@crm/platform/test/program.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { partnersAndReaders } from './partners-and-readers.ts';
import { adminTokenAt, creationsIn, leadsAt } from './process-calls.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'crm-mixed-'));
const migrations = path.join(folder, 'migrations');
mkdirSync(migrations);
writeFileSync(path.join(migrations, '999_added.sql'), 'create table added_by_the_new_version (id uuid);');

/** Applies a change that must find its place, so that the new version really differs. */
const changed = (from: string | RegExp, to: string) => (text: string) => {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`${from} is not in the file any more`);
  return result;
};

/** The next version of the program: a field of leads, a version of an event, a projection's version and a migration. */
const next: Changes = {
  'events/leads/fields.ts': changed(
    'customer: customerFields,',
    `customer: { ...customerFields, nickname: { kind: 'text', label: 'Nickname', personal: true, input: 'form', max: 20, search: ['text'] } },`,
  ),
  'events/leads/events.ts': changed(
    '(v1) => ({ ...(v1 as object), statusChange: null }),',
    '(v1) => ({ ...(v1 as object), statusChange: null }), (v2) => v2,',
  ),
  'projections/leads/table.ts': changed(/version: \d+,/, 'version: 999,'),
  'platform/postgres/migration-folders.ts': changed(
    /\.map\(\(feature\) => ([^;]+)\);/,
    `.map((feature) => $1).concat(${JSON.stringify(migrations)});`,
  ),
};

const installed = (kind: Kind) => path.join(folder, `${kind}.js`);
for (const kind of kindNames) copyFileSync(await programOf(kinds[kind]), installed(kind));

const database = await testDatabase();
const lines: string[] = [];
const cluster = await startCluster({
  host: '127.0.0.1',
  port: 0,
  nextPort: freePort,
  each: { projections: 2, commands: 2, workers: 1 },
  environment: {
    ...{ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder, LOG_LEVEL: 'warn' },
    ...{ DEMO: 'on', DEMO_LEADS: '0', INGEST_LIMIT: '0', DRAIN_SECONDS: '1' },
  },
  argsOf: async (entry) => [
    '--enable-source-maps',
    installed(kindNames.find((kind) => kinds[kind] === entry) ?? 'workers'),
  ],
  print: (name, line) => lines.push(`${name} | ${line}`),
  signal: new AbortController().signal,
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});
const { url } = cluster;
const member = (name: string) => {
  const found = cluster.members.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

test('the old and the new program run beside each other on one database, under load', async () => {
  const token = await adminTokenAt(url);
  const at = async (name: string, method: string, call: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${member(name).port}/api${call}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
  };
  const load = partnersAndReaders(url, token, 20);
  const enough = new AbortController();
  const ending = load.run(enough.signal);
  await expect.poll(() => load.acknowledged.size).toBeGreaterThan(20);

  // An upgrade replaces the files first, and then restarts one process after the other.
  for (const kind of kindNames) copyFileSync(await programWith(kinds[kind], 'next', next), installed(kind));
  await cluster.restart([member('projections-1'), member('commands-1')]);

  // Expand: the new program added a table and built its own rows; the old one answers from them.
  const { rows } = await database.pool.query(
    `select to_regclass('added_by_the_new_version') is not null as added,
            (select version from checkpoints where name = 'leads' and state = 'live') as version`,
  );
  expect(rows).toEqual([{ added: true, version: 999 }]);
  for (const each of ['projections-1', 'projections-2'])
    expect((await at(each, 'GET', '/leads?limit=1')).status).toBe(200);

  // A stream with an event of the new version is the new program's; the old one asks for a retry.
  const lead = [...(await leadsAt(url, token)).values()].flat()[0] ?? '';
  const commented = { content: 'Called', isInternal: true };
  expect((await at('commands-2', 'POST', `/leads/${lead}/comments`, commented)).status).toBe(200);
  expect((await at('commands-1', 'POST', `/leads/${lead}/comments`, commented)).status).toBe(200);
  expect(await at('commands-2', 'POST', `/leads/${lead}/comments`, commented)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });
  expect((await at('commands-1', 'POST', `/leads/${lead}/comments`, commented)).status).toBe(200);

  await cluster.restart([member('projections-2'), member('commands-2'), member('workers-1')]);
  expect((await at('commands-2', 'POST', `/leads/${lead}/comments`, commented)).status).toBe(200);
  enough.abort();
  await ending;
  const leads = load.acknowledged.size;
  expect({ failedAgain: load.ledger.failedAgain, leads }).toEqual({
    failedAgain: [],
    leads: load.ledger.sent,
  });
  expect(await creationsIn(database)).toEqual([{ events: leads, streams: leads }]);
  await expect.poll(async () => (await leadsAt(url, token)).size).toBe(leads);
  const bad = lines.filter((line) => line.includes('"level":"error"') || line.includes('dead letter'));
  expect(bad).toEqual([]);
});
