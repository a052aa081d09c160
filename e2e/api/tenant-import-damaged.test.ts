import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listProblems } from '@crm/contracts/batches/batches.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { details as person } from '@crm/events/users/story.ts';
import { describe, expect, test } from 'vitest';
import {
  archiveOf,
  archiveOfLines,
  checkArchive,
  ended,
  exported,
  filesIn,
  type Lines,
  organisation,
  startImport,
} from './archives.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');

const checked = (archive: Buffer) => checkArchive(product, superAdmin, archive);

const countIn = async (table: 'events' | 'import_events', tenant: string) =>
  (
    await product.database.pool.query(`select from event_store.${table} where meta ->> 'tenant' = $1`, [
      tenant,
    ])
  ).rowCount;

const PART = 'events/000001.jsonl';

test('an archive without a problem can be imported', async () => {
  const { lines, manifest } = organisation();
  expect(await checked(await archiveOfLines(manifest, lines))).toMatchObject({ state: 'done', problems: [] });
});

/** What is changed in the three lines, and the problem that the check names. */
const damages: [name: string, damage: (lines: Lines) => unknown[], problem: string | RegExp][] = [
  ['no JSON', ([a, b]) => [a, b, '{"id":'], `${PART}, line 3: This is no JSON, or nested too deeply`],
  [
    'a missing field',
    ([a, b, c]) => [a, b, { ...c, at: undefined }],
    `${PART}, line 3: at: This field is required`,
  ],
  [
    'a time in words',
    ([a, b, c]) => [a, b, { ...c, at: 'yesterday' }],
    `${PART}, line 3: at: Must be a time such as 2026-03-14T09:26:53.000Z`,
  ],
  ['an unknown field', ([a, b, c]) => [a, b, { ...c, extra: 1 }], `${PART}, line 3: extra: Unknown field`],
  [
    'an event of another organisation',
    ([a, b, c]) => [a, b, { ...c, meta: { ...c.meta, tenant: randomUUID() } }],
    /line 3: meta\.tenant: .* is another organization/,
  ],
  [
    'a type of a newer program',
    ([a, b, c]) => [a, b, { ...c, type: 'LeadTeleported' }],
    /line 3: type: "LeadTeleported" is not known to this program/,
  ],
  [
    'a version of a newer program',
    ([a, b, c]) => [a, b, { ...c, version: 99 }],
    /line 3: version: LeadCreated has version 99, and this program knows versions up to 2/,
  ],
  [
    'data that is not that of its type',
    ([a, b, c]) => [a, { ...b, data: { details: { ...person, role: 'king' } } }, c],
    `${PART}, line 2: data.details.role: Must be one of admin, operator, super_admin`,
  ],
  [
    'a plan of the installation',
    ([a, b, c]) => [a, b, { ...c, type: 'PlanDeleted', version: 1, data: {} }],
    /line 3: type: PlanDeleted belongs to the installation/,
  ],
  [
    'the stream of another organisation',
    ([a, b, c]) => [a, b, c, { ...a, id: randomUUID(), stream: `tenant-${randomUUID()}` }],
    /line 4: stream: .* is of another organization/,
  ],
  [
    'a stream of another kind',
    ([a, b, c]) => [a, b, { ...c, stream: b['stream'] }],
    /line 3: stream: Must be lead-/,
  ],
  [
    'a lead under the id of another order',
    ([a, b, c]) => [a, b, { ...c, stream: `lead-${randomUUID()}` }],
    /line 3: stream: .* does not belong to the order id A-1/,
  ],
  ['a gap in a stream', ([a, b, c]) => [a, { ...b, revision: 1 }, c], /line 2: revision: Must be 0/],
  ['a revision twice', ([a, b, c]) => [a, b, b, c], /line 3: revision: Must be 1/],
  [
    'an id twice',
    ([a, b, c]) => [a, b, { ...c, id: a['id'] }],
    'Event 3: id: Another event of the archive has the same id',
  ],
  [
    'an id in capitals',
    ([a, b, c]) => [a, b, { ...c, id: 'ABCDEF00-0000-4000-8000-00000000000A' }],
    /line 3: id: Must be in lower case/,
  ],
  [
    'a year that Postgres does not know',
    ([a, b, c]) => [a, b, { ...c, at: '0000-01-01T00:00:00.000Z' }],
    /line 3: at: Is before 2000/,
  ],
  [
    'JSON that is nested more deeply than the stack',
    ([a, b, c]) => [
      a,
      b,
      JSON.stringify({ ...c, data: 0 }).replace(
        '"data":0',
        `"data":${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      ),
    ],
    /line 3: This is no JSON, or nested too deeply/,
  ],
  [
    'half of an emoji',
    ([a, b, c]) => [{ ...a, data: { organizationName: 'Gulf \ud83d' } }, b, c],
    /line 1: Contains characters/,
  ],
  [
    'data in the form of encrypted data',
    ([a, b, c]) => [a, b, { ...c, data: { ...c.data, sealed: 'AAAA' } }],
    /line 3: data\.sealed: Does not belong/,
  ],
  [
    'an event of tomorrow',
    ([a, b, c]) => [a, b, { ...c, at: '2199-01-01T00:00:00.000Z' }],
    /line 3: at: Is in the future/,
  ],
  ['no organisation', ([, b, c]) => [b, c], 'Archive: The archive has no event TenantCreated'],
  [
    'a deleted organisation',
    ([a, b, c]) => [
      a,
      b,
      c,
      {
        ...a,
        id: randomUUID(),
        type: 'TenantDeleted',
        version: 2,
        revision: 1,
        data: { reason: null, keptUntil: null },
      },
    ],
    /Archive: The organization is deleted/,
  ],
  [
    'an email twice',
    ([a, b, c]) => [a, b, c, { ...b, id: randomUUID(), stream: `user-${randomUUID()}` }],
    /Archive: email:.* belongs to two accounts/,
  ],
];

describe('an archive is refused, with the place of what is wrong', () => {
  test.each(damages)('%s', async (_, damage, problem) => {
    const { tenant, lines, manifest } = organisation();
    const { state, problems } = await checked(await archiveOfLines(manifest, damage(lines)));
    expect(state).toBe('failed');
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
    expect(await countIn('events', tenant)).toBe(0);
  });

  test('emails of accounts that are here, each by name', async () => {
    const { people } = product;
    const { lines, manifest } = organisation({ email: people.admin.toUpperCase() });
    const [, admin] = lines;
    const second = { ...admin, id: randomUUID(), stream: `user-${randomUUID()}` };
    const operator = {
      ...second,
      data: { details: { ...person, username: 'omar', email: people.operator } },
    };
    const { state, problems } = await checked(await archiveOfLines(manifest, [...lines, operator]));
    expect(state).toBe('failed');
    const taken = 'An account of this installation has this email';
    expect(problems.sort()).toEqual([`${people.admin}: ${taken}`, `${people.operator}: ${taken}`].sort());
  });

  test('an organisation that is here', async () => {
    const { people } = product;
    const tenantId =
      (await superAdmin.ask(listTenants, { query: { search: people.admin } })).data[0]?._id ?? '';
    const { state, problems } = await checked(await exported(product, superAdmin, tenantId));
    expect(state).toBe('failed');
    expect(problems).toMatchObject([expect.stringContaining('is in this installation already')]);
  });
});

/** A tar with one header that names another type or size than its content has. */
function hostile(name: string, { type = '0', size = 0 }): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(Buffer.concat([header, Buffer.alloc(4096)]));
}

/** Archives whose files are damaged or hostile. */
const files: [name: string, damage: (archive: Buffer) => Buffer | Promise<Buffer>, problem: RegExp][] = [
  ['no gzip file', () => Buffer.from('PK this is a zip'), /it is no gzip file/],
  ['an empty file', () => gzipSync(Buffer.alloc(0)), /cut off/],
  ['a file that is cut off', (archive) => archive.subarray(0, archive.length - 40), /cut off/],
  ['a tar that is cut off', (archive) => gzipSync(gunzipSync(archive).subarray(0, 1024)), /cut off/],
  [
    'a file above its folder',
    () => hostile('../../etc/passwd', {}),
    /\.\.\/\.\.\/etc\/passwd does not belong/,
  ],
  ['a link', () => hostile(PART, { type: '2' }), /is not a plain file/],
  [
    'an extended header of any size',
    () => hostile('x', { type: 'x', size: 8_000_000_000 }),
    /x is not a plain file/,
  ],
  ['a file of 8 GB', () => hostile(PART, { size: 8_000_000_000 }), /has 8000000000 bytes; at most/],
  [
    'a line of 4 MB',
    async () => archiveOf([[PART, Buffer.from(`${'x'.repeat(4 * 1024 * 1024)}\n`)]]),
    /line 1: Has more than 524288 bytes/,
  ],
  [
    'no manifest',
    async (archive) => archiveOf([...(await filesIn(archive))].slice(0, 1)),
    /manifest\.json is missing/,
  ],
  [
    'a part that was changed',
    async (archive) =>
      archiveOf(
        [...(await filesIn(archive))].map(([name, content]) => [
          name,
          name === PART ? content.toString().replace('Gulf Sales', 'Gulf Salts') : content,
        ]),
      ),
    /000001\.jsonl was changed: its SHA-256/,
  ],
  [
    'a manifest of another number of events',
    async (archive) =>
      archiveOf(
        [...(await filesIn(archive))].map(([name, content]) => [
          name,
          content
            .toString()

            .replace(/"events":3,"parts"/, '"events":4,"parts"'),
        ]),
      ),
    /has 3 events; manifest\.json says 4/,
  ],
  [
    'a manifest without the time of the export',
    async (archive) =>
      archiveOf(
        [...(await filesIn(archive))].map(([name, content]) => [
          name,
          name === PART
            ? content
            : content.toString().replace(/"exportedAt":"[^"]*"/, '"exportedAt":"today"'),
        ]),
      ),
    /: manifest\.json: exportedAt: Must be a time such as 2026-03-14T09:26:53\.000Z$/,
  ],
  [
    'a newer archive',
    async (archive) =>
      archiveOf(
        [...(await filesIn(archive))].map(([name, content]) => [
          name,
          name === PART ? content : content.toString().replace('"version":1', '"version":2'),
        ]),
      ),
    /version 2, and this program knows version 1/,
  ],
  [
    'a second part out of turn',
    async (archive) => {
      const [part] = [...(await filesIn(archive))];
      return archiveOf([...(part ? [part] : []), ['events/000003.jsonl', '{}\n']]);
    },
    /000003\.jsonl is at the place of events\/000002\.jsonl/,
  ],
];

describe('a file that no export wrote is refused', () => {
  test.each(files)('%s', async (_, damage, problem) => {
    const { lines, manifest } = organisation();
    const { state, problems } = await checked(await damage(await archiveOfLines(manifest, lines)));
    expect(state).toBe('failed');
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});

test('nothing of a refused archive is kept', async () => {
  const { tenant, lines, manifest } = organisation();
  await checked(await archiveOfLines(manifest, [...lines, 'no JSON']));
  expect(await countIn('import_events', tenant)).toBe(0);
  const { rowCount } = await product.database.everyTenant.query(
    `/* every tenant: a test */ select from files where name = 'Gulf-Sales.tar.gz'`,
  );
  expect(rowCount).toBe(0);
});

test('of two imports of one archive at once, one wins', async () => {
  const { lines, manifest } = organisation();
  const archive = await archiveOfLines(manifest, lines);
  const checks = [await checked(archive), await checked(archive)];
  const started = await Promise.all(checks.map(({ id }) => startImport(superAdmin, id)));
  const ends = await Promise.all(started.map((id) => ended(superAdmin, id)));
  expect(ends.map(({ state }) => state).sort()).toEqual(['done', 'failed']);
  const loser = ends.find(({ state }) => state === 'failed');
  expect(loser?.message).toBe('1 problem in the archive. Nothing was imported.');
  const lost = started[ends.findIndex(({ state }) => state === 'failed')] ?? '';
  const { data } = await superAdmin.ask(listProblems, { params: { id: lost } });
  expect(data).toMatchObject([{ message: expect.stringContaining('is in this installation already') }]);
  // A second import of the winner's check finds nothing to do.
  const winner = checks[ends.findIndex(({ state }) => state === 'done')];
  expect(await ended(superAdmin, await startImport(superAdmin, winner?.id ?? ''))).toMatchObject({
    state: 'failed',
    message: 'The checked archive is not kept any more: upload it again',
  });
});
