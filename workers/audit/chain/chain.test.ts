import { randomUUID } from 'node:crypto';
import { LeadId, TenantId } from '@crm/events/ids.ts';
import { leadCreated, statusChanged } from '@crm/events/leads/story.ts';
import { leadStream } from '@crm/events/streams.ts';
import { sampleEvent } from '@crm/platform/event-store/contract/samples.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { tableReadsOf } from '@crm/platform/test/table-reads.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anchorChains } from './anchor.ts';
import { chainEnds, extendChains } from './extend.ts';
import { signerUnder } from './sign.ts';
import { verifyHistory } from './verify.ts';

const db = await testDatabase();
const store = testStore(db.url);
const pools = testPools(db.url, openLog('silent'));
const pool = pools.background;
afterAll(async () => {
  await store.close();
  await pools.end();
});
const signer = signerUnder('a secret key of this test and of nothing else');
const { signal } = new AbortController();

beforeAll(() => pool.query('insert into followed_history (id) values ($1)', [randomUUID()]));

let tenant: TenantId;
let stream: string;
beforeEach(async () => {
  await pool.query('truncate event_store.events, audit_chain, audit_checkpoints, audit_chain_progress');
  tenant = TenantId.parse(randomUUID());
  stream = leadStream(LeadId.parse(randomUUID()));
});

/** Appends events to the lead of the test, each with an id of its own. */
async function say(from: number, ...events: { type: string; data: unknown }[]) {
  const outcome = await store.append({
    stream,
    expected: from === 0 ? 'none' : from - 1,
    events: events.map(({ type, data }) => {
      const event = sampleEvent(data, type);
      return { ...event, meta: { ...event.meta, tenant } };
    }),
  });
  expect(outcome.kind).toBe('appended');
}
const verified = () => verifyHistory(pool, store, signer);
/** Changes the events of the lead of the test behind the product's back. */
const tamper = (sql: string) => pool.query(sql, [stream]);

async function chained() {
  await say(0, leadCreated(), statusChanged('hold'), statusChanged('approved'));
  await extendChains(pool, store, signal);
  await say(3, statusChanged('trash'));
  await anchorChains(pool, store, signer, signal);
}
const ids = async () => (await store.readStream(stream)).map(({ id }) => id);

describe('a history', () => {
  test('without changes is verified, also with events that are not chained yet', async () => {
    await chained();
    await say(4, statusChanged('hold'));
    expect(await verified()).toEqual({
      findings: [],
      events: 4,
      unchained: 1,
      tenants: 1,
      checkpoints: { own: 1, otherKey: 0 },
    });
  });

  test('names the event of which a byte was changed', async () => {
    await chained();
    await tamper(
      `update event_store.events set data = replace(data::text, '"hold"', '"holt"')::json
        where stream = $1 and revision = 1`,
    );
    const [, changed] = await ids();
    expect((await verified()).findings).toMatchObject([{ kind: 'changed', tenant, event: { id: changed } }]);
    await tamper(
      `update event_store.events set data = replace(data::text, '"holt"', '"hold"')::json
        where stream = $1 and revision = 1`,
    );
    expect((await verified()).findings).toEqual([]);
  });

  test('names an event that was inserted', async () => {
    await chained();
    // Positions and revisions have no gaps, so an inserted event moves those after it.
    for (const revision of [3, 2])
      await tamper(`update event_store.events set position = position + 1, revision = revision + 1
                     where stream = $1 and revision = ${revision}`);
    await tamper(
      `insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
       select position + 1, stream, 2, gen_random_uuid(), type, version, at, data, meta
         from event_store.events where stream = $1 and revision = 1`,
    );
    const [, , inserted] = await ids();
    const [finding] = (await verified()).findings;
    expect(finding).toMatchObject({ kind: 'inserted', tenant, event: { id: inserted } });
  });

  test('names an event that was removed, from the middle and from the end', async () => {
    await chained();
    const [, second, , last] = await ids();
    await tamper('delete from event_store.events where stream = $1 and revision = 3');
    expect((await verified()).findings).toMatchObject([{ kind: 'removed', tenant, id: last, n: 4 }]);
    await tamper('delete from event_store.events where stream = $1 and revision = 1');
    expect((await verified()).findings).toMatchObject([{ kind: 'removed', tenant, id: second, n: 2 }]);
  });

  test('names an event whose part of the chain was removed', async () => {
    await chained();
    await say(4, statusChanged('hold'));
    await extendChains(pool, store, signal);
    await pool.query('delete from audit_chain where tenant = $1 and first = 4', [tenant]);
    const unchained = (await ids())[3];
    const [finding] = (await verified()).findings;
    expect(finding).toMatchObject({ kind: 'inserted', tenant, event: { id: unchained } });
  });

  test('whose chain was written again differs from its checkpoint', async () => {
    await chained();
    await tamper(
      `update event_store.events set data = replace(data::text, '"hold"', '"trash"')::json
        where stream = $1 and revision = 1`,
    );
    await pool.query('delete from audit_chain');
    await pool.query('delete from audit_chain_progress');
    await extendChains(pool, store, signal);
    expect((await verified()).findings).toMatchObject([
      { kind: 'checkpoint', tenant, events: 4, reason: 'the chain has another hash there' },
    ]);
    await pool.query(
      'update audit_checkpoints set hash = (select encode(substring(hashes from 97), $2) from audit_chain where tenant = $1) where tenant = $1',
      [tenant, 'hex'],
    );
    expect((await verified()).findings).toMatchObject([
      { kind: 'checkpoint', tenant, reason: 'its signature is wrong' },
    ]);
  });
});

describe('events after the end of a chain', () => {
  const recorded = (minutesAgo: number, revision: number, imported = '{}') =>
    tamper(
      `update event_store.events set at = now() - interval '${minutesAgo} minutes', meta = (meta::jsonb || '${imported}')::json
        where stream = $1 and revision = ${revision}`,
    );

  test('are a finding when the first of them is older than 10 minutes', async () => {
    await chained();
    await say(4, statusChanged('hold'), statusChanged('approved'));
    await recorded(9, 4);
    expect(await verified()).toMatchObject({ events: 4, unchained: 2, findings: [] });
    await recorded(11, 4);
    const [, , , , first] = await ids();
    expect(await verified()).toMatchObject({
      events: 4,
      unchained: 2,
      findings: [{ kind: 'unchained', tenant, events: 2, first: { id: first } }],
    });
    await extendChains(pool, store, signal);
    expect(await verified()).toMatchObject({ events: 6, unchained: 0, findings: [] });
  });

  test('are a finding when the whole chain was removed', async () => {
    await chained();
    await recorded(11, 0);
    await pool.query('delete from audit_chain');
    await pool.query('delete from audit_checkpoints');
    expect(await verified()).toMatchObject({
      events: 0,
      unchained: 4,
      findings: [{ kind: 'unchained', tenant, events: 4, first: { revision: 0 } }],
    });
  });

  test('are counted and a finding also after a changed event', async () => {
    await chained();
    await say(4, statusChanged('hold'));
    await recorded(11, 4);
    await tamper('update event_store.events set version = 9 where stream = $1 and revision = 1');
    expect(await verified()).toMatchObject({
      unchained: 1,
      findings: [{ kind: 'changed' }, { kind: 'unchained', events: 1 }],
    });
  });

  test('have no age of their own when they were imported: they are older than the next event', async () => {
    await chained();
    await say(4, statusChanged('hold'), statusChanged('approved'));
    await recorded(60, 4, `{"imported": "${randomUUID()}"}`);
    expect(await verified()).toMatchObject({ unchained: 2, findings: [] });
    await recorded(11, 5);
    expect(await verified()).toMatchObject({ unchained: 2, findings: [{ kind: 'unchained', events: 2 }] });
  });
});

test('events that are recorded and chained during a verification are not taken for removed ones', async () => {
  await chained();
  const growing: EventStore = {
    ...store,
    readAll: async (asked) => {
      const batch = await store.readAll(asked);
      if (batch.upTo === asked.after) {
        await say(4, statusChanged('hold'));
        await extendChains(pool, store, signal);
      }
      return batch;
    },
  };
  expect((await verifyHistory(pool, growing, signer)).findings).toEqual([]);
});

test('the ends of the chains are found without reading the chains', async () => {
  await pool.query(
    `/* every tenant: a test */ insert into audit_chain (tenant, first, ids, hashes)
     select t, n, array[gen_random_uuid()], decode(repeat(lpad(to_hex(n), 2, '0'), 32), 'hex')
       from generate_series(1, 200) n, unnest($1::uuid[]) t`,
    [[tenant, randomUUID(), randomUUID()]],
  );
  await pool.query('analyze audit_chain');
  let ends: Awaited<ReturnType<typeof chainEnds>> = [];
  const reads = await tableReadsOf(db.url, '', async (one) => {
    ends = await chainEnds(one);
  });
  expect(ends.map(({ events, hash }) => [events, hash.toString('hex')])).toEqual(
    Array.from({ length: 3 }, () => [200, 'c8'.repeat(32)]),
  );
  expect(ends.map((end) => end.tenant)).toContain(tenant);
  expect(reads.get('audit_chain')?.rows).toBeLessThan(20);
});

describe('a history that was copied to another store', () => {
  beforeEach(async () => {
    await chained();
    await pool.query('update followed_history set id = $1', [randomUUID()]);
  });

  async function expectOneChain() {
    const { rows } = await pool.query(
      'select sum(cardinality(ids))::int as n from audit_chain where tenant = $1',
      [tenant],
    );
    expect(rows).toEqual([{ n: 5 }]);
    expect((await verified()).findings).toEqual([]);
  }

  test('continues its chain', async () => {
    await say(4, statusChanged('hold'));
    await extendChains(pool, store, signal);
    await expectOneChain();
  });

  test('continues it also after a run that was interrupted among the chained events', async () => {
    const stop = new AbortController();
    const slow: EventStore = {
      ...store,
      readAll: async (asked) => {
        const batch = await store.readAll({ ...asked, limit: 2 });
        stop.abort();
        return batch;
      },
    };
    await extendChains(pool, slow, stop.signal);
    await say(4, statusChanged('hold'));
    await extendChains(pool, store, signal);
    await expectOneChain();
  });
});
