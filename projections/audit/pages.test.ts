import { randomUUID } from 'node:crypto';
import { type AuditFilters, listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { LeadId, type TenantId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { batchStream, leadStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyEvent, callerOf, newTenant, openWorld } from '../test/world.ts';
import { findRows, placeOf } from './find.ts';
import { weekOf } from './table.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const HOUR_MS = 3_600_000;
const NEWEST = Date.UTC(2026, 5, 1);

type Entry = { position: string; tenant: TenantId; at: Date; type: string; actor: string; text: string };

/** More entries than a search reads before it uses its index, in 20 weeks. The clock was set back now and then. */
function historyOf(tenant: TenantId, actors: readonly string[], events: number): Entry[] {
  return Array.from({ length: events }, (_, n) => {
    const frequent = n < events / 4 ? 'formerly' : 'usual';
    const word = n % 500 === 7 ? 'rare' : frequent;
    const age = (events - n) * (n % 97 === 0 ? 2 : 1);
    return {
      position: String(900_000_000 + n).padStart(16, '0'),
      tenant,
      at: new Date(NEWEST - age * HOUR_MS),
      type: n % 3 === 0 ? 'LeadEdited' : 'LeadCommented',
      actor: actors[n % actors.length] ?? '',
      text: `~${n % 3 === 0 ? 'phone' : ''}~\n${word} qz${n % 2_000 === 5 ? ' xy' : ''}`,
    };
  });
}

const tenant = newTenant();
const actors = [randomUUID(), randomUUID()];
const history = historyOf(tenant, actors, 3_400);
const others = historyOf(newTenant(), actors, 200).map((entry, n) => ({
  ...entry,
  position: String(800_000_000 + n).padStart(16, '0'),
}));

beforeAll(async () => {
  const entries = [...history, ...others];
  const columns = [
    entries.map(({ position }) => position),
    entries.map((entry) => entry.tenant),
    entries.map(({ at }) => at.toISOString()),
  ];
  await db.everyTenant.query(
    `insert into audit_events (position, tenant, at, type, stream, revision, actor)
     select position, tenant, at, type, 'lead-' || position, 0, actor
       from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[], $5::uuid[]) e (position, tenant, at, type, actor)`,
    [...columns, entries.map(({ type }) => type), entries.map(({ actor }) => actor)],
  );
  await db.everyTenant.query(
    `insert into audit_texts (position, tenant, at, week, text)
     select * from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::int[], $5::text[])`,
    [...columns, entries.map(({ at }) => weekOf(at)), entries.map(({ text }) => text)],
  );
});

/** All pages in one direction, as positions; `from`: the place of the first page. */
async function walk(filters: AuditFilters, to: 'older' | 'newer', limit: number, from: string | null = null) {
  return asTenant(db.pool, tenant, async (tx) => {
    const walked: string[] = [];
    let pages = 0;
    for (let next = from; ; pages += 1) {
      const place = next === null ? null : await placeOf(tx, tenant, to, next);
      const found = await findRows(tx, world.store, { scope: tenant, filters, place, limit });
      const positions = found.rows.map(({ position }) => position);
      walked.push(...(to === 'newer' ? positions.toReversed() : positions));
      const last = to === 'newer' ? positions[0] : positions.at(-1);
      next = positions.length < limit ? found.stoppedAt : (last ?? null);
      if (next === null) return { walked, pages: pages + 1 };
    }
  });
}

const newestFirst = (a: Entry, b: Entry) =>
  b.at.getTime() - a.at.getTime() || (a.position < b.position ? 1 : -1);
const expected = (matches: (entry: Entry) => boolean) =>
  history
    .filter(matches)
    .sort(newestFirst)
    .map(({ position }) => position);
const [first = ''] = actors;

describe('pages of a long history have every entry once, in both directions', () => {
  const cases: [string, AuditFilters, (entry: Entry) => boolean][] = [
    ['without a filter', {}, () => true],
    [
      'of an actor and an action',
      { actor: first, action: 'LeadEdited' },
      (e) => e.actor === first && e.type === 'LeadEdited',
    ],
    ['with a common word', { search: 'usual' }, (e) => e.text.includes('usual')],
    ['with a rare word', { search: 'rare' }, (e) => e.text.includes('rare')],
    ['with a word of the past', { search: 'formerly' }, (e) => e.text.includes('formerly')],
    [
      'with a word of the past, of an actor',
      { search: 'formerly', actor: first },
      (e) => e.text.includes('formerly') && e.actor === first,
    ],
    ['with a changed field', { field: 'Phone' }, (e) => e.text.includes('~phone~')],
    [
      'with a field and a word',
      { field: 'Phone', search: 'rare' },
      (e) => e.text.includes('~phone~') && e.text.includes('rare'),
    ],
    ['with a word of two letters', { search: 'qz' }, () => true],
    ['with a rare word of two letters', { search: 'xy' }, (e) => e.text.includes('xy')],
    ['without any', { search: 'nowhere' }, () => false],
    [
      'in a time',
      {
        search: 'formerly',
        startDate: new Date(NEWEST - 3_300 * HOUR_MS).toISOString(),
        endDate: new Date(NEWEST - 2_700 * HOUR_MS).toISOString(),
      },
      (e) =>
        e.text.includes('formerly') &&
        e.at.getTime() >= NEWEST - 3_300 * HOUR_MS &&
        e.at.getTime() <= NEWEST - 2_700 * HOUR_MS,
    ],
  ];
  test.each(cases)('%s', async (_, filters, matches) => {
    const whole = expected(matches);
    expect((await walk(filters, 'older', 170)).walked).toEqual(whole);
    const oldest = expected(() => true).at(-1) ?? '';
    const back = await walk(filters, 'newer', 170, oldest);
    expect(back.walked).toEqual(whole.filter((position) => position !== oldest).reverse());
  });
});

test('a search for two letters goes on where it stopped, finds each entry once, and leads back', async () => {
  const whose = newTenant();
  const lead = leadStream(LeadId.parse(randomUUID()));
  const created = leadCreated();
  const customer = { ...created.data.details.customer, fullName: 'Xy' };
  const details = { ...created.data.details, customer };
  await world.say(lead, whose, [{ ...created, data: { ...created.data, details } }]);
  await world.caughtUp();
  // Newer than the lead, and more than a page reads.
  await db.everyTenant.query(
    `with made as (
       select lpad((950000000 + n)::text, 16, '0') as position, n, date_trunc('milliseconds', now()) + n * interval '1 minute' as at
         from generate_series(1, 24000) n
     ), events as (
       insert into audit_events (position, tenant, at, type, stream, revision)
       select position, $1, at, 'LeadCommented', 'lead-' || position, 0 from made
     )
     insert into audit_texts (position, tenant, at, week, text)
     select position, $1, at, 0, case when n in (100, 23990) then 'xy' else 'none' end from made`,
    [whose],
  );
  const pages = await asTenant(db.pool, whose, async (tx) => {
    const found: string[][] = [];
    for (let next: string | null = null; ; ) {
      const place = next === null ? null : await placeOf(tx, whose, 'older', next);
      const page = await findRows(tx, world.store, {
        scope: whose,
        filters: { search: 'xy' },
        place,
        limit: 50,
      });
      found.push(page.rows.map(({ type, position }) => (type === 'LeadCreated' ? type : position)));
      next = page.stoppedAt;
      if (next === null) return found;
    }
  });
  expect(pages).toEqual([['0000000950023990'], ['0000000950000100', 'LeadCreated']]);

  const after = '0000000950000100';
  const query = { search: 'xy', after };
  const { data } = await world.ask(listAuditLogs, callerOf('admin', whose), { query });
  expect(data).toEqual({ entries: [], older: '0000000950000101', newer: '0000000950020100' });
  const back = await asTenant(db.pool, whose, async (tx) => {
    const place = await placeOf(tx, whose, 'older', data.older ?? '');
    return findRows(tx, world.store, { scope: whose, filters: { search: 'xy' }, place, limit: 50 });
  });
  expect(back.rows[0]?.position).toBe(after);
});

test('the history of a record is complete beyond a thousand events, also with other filters', async () => {
  const stream = batchStream(randomUUID());
  const whose = newTenant();
  const progressed = (done: number): AnyEvent => ({
    type: 'BatchProgressed',
    data: { done, total: 3_000, counts: { successful: done, skipped: 0, failed: 0 } },
  });
  const paused: AnyEvent = { type: 'BatchPaused', data: {} };
  for (let n = 0; n < 3; n += 1)
    await world.say(stream, whose, [
      paused,
      ...Array.from({ length: 700 }, (_, at) => progressed(n * 700 + at)),
    ]);
  await world.caughtUp();
  const find = (filters: AuditFilters, place: string | null) =>
    asTenant(db.pool, whose, async (tx) => {
      const from = place === null ? null : await placeOf(tx, whose, 'older', place);
      return (await findRows(tx, world.store, { scope: whose, filters, place: from, limit: 500 })).rows;
    });
  expect(
    (await find({ subject: stream, action: 'BatchPaused' }, null)).map(({ revision }) => revision),
  ).toEqual([1402, 701, 0]);
  const revisions: number[] = [];
  for (let place: string | null = null; ; ) {
    const rows = await find({ subject: stream }, place);
    revisions.push(...rows.map(({ revision }) => revision));
    place = rows.at(-1)?.position ?? null;
    if (rows.length < 500) break;
  }
  expect(revisions).toEqual(Array.from({ length: 2_103 }, (_, n) => 2_102 - n));
});

describe('the history of a record with a rare filter', () => {
  const whose = newTenant();
  const stream = batchStream(randomUUID());
  const EVENTS = 24_500;
  const positionOf = (revision: number) => String(970_000_000 + revision).padStart(16, '0');
  const atOf = (revision: number) => new Date(NEWEST + revision * 1_000);

  /** A store that has this stream, and counts its reads. */
  function countingStore() {
    const counted = { reads: 0 };
    const part = (revisions: number[]): RecordedEvent[] => {
      counted.reads += 1;
      // A cast: only these properties are read.
      return revisions
        .filter((revision) => revision >= 0 && revision < EVENTS)
        .map((revision) => {
          const read = {
            revision,
            position: positionOf(revision),
            at: atOf(revision),
            meta: { tenant: whose },
          };
          return read as RecordedEvent;
        });
    };
    const store: EventStore = {
      ...world.store,
      readStream: async (_, { from = 0, limit = 1 } = {}) =>
        part(Array.from({ length: limit }, (_, n) => from + n)),
      readBackwards: async (_, { before, limit }) =>
        part(Array.from({ length: limit }, (_, n) => (before ?? EVENTS) - 1 - n)),
    };
    return { store, counted };
  }

  beforeAll(async () => {
    await db.everyTenant.query(
      `insert into audit_events (position, tenant, at, type, stream, revision)
       select lpad((970000000 + n)::text, 16, '0'), $1, to_timestamp($2 + n),
              case when n in (100, 24400) then 'BatchPaused' else 'BatchProgressed' end, $3, n
         from generate_series(0, ${EVENTS - 1}) n`,
      [whose, NEWEST / 1_000, stream],
    );
  });

  async function pageOf(
    reader: TenantId,
    more: AuditFilters,
    [to, from]: ['older' | 'newer', string | null],
  ) {
    const { store, counted } = countingStore();
    const found = await asTenant(db.pool, reader, async (tx) => {
      const place = from === null ? null : await placeOf(tx, reader, to, from);
      const filters = { subject: stream, ...more };
      return findRows(tx, store, { scope: reader, filters, place, limit: 50 });
    });
    return {
      revisions: found.rows.map(({ revision }) => revision),
      stoppedAt: found.stoppedAt,
      ...counted,
    };
  }

  test('stops after twenty thousand events, and goes on there, in both directions', async () => {
    const paused = { action: 'BatchPaused' };
    const first = await pageOf(whose, paused, ['older', null]);
    expect(first).toEqual({ revisions: [24_400], stoppedAt: positionOf(4_500), reads: 20 });
    expect(await pageOf(whose, paused, ['older', first.stoppedAt])).toEqual({
      revisions: [100],
      stoppedAt: null,
      reads: 5,
    });
    const back = await pageOf(whose, paused, ['newer', positionOf(0)]);
    expect(back).toEqual({ revisions: [100], stoppedAt: positionOf(20_000), reads: 20 });
    expect(await pageOf(whose, paused, ['newer', back.stoppedAt])).toEqual({
      revisions: [24_400],
      stoppedAt: null,
      reads: 5,
    });
  });

  test('reads no events before the start that is asked for', async () => {
    const filters = { action: 'BatchPaused', startDate: atOf(24_000).toISOString() };
    const page = await pageOf(whose, filters, ['older', null]);
    expect(page).toEqual({ revisions: [24_400], stoppedAt: null, reads: 2 });
  });

  test('ends at once when the record is of another organisation', async () => {
    const page = await pageOf(newTenant(), { action: 'BatchPaused' }, ['older', null]);
    expect(page).toEqual({ revisions: [], stoppedAt: null, reads: 1 });
  });
});
