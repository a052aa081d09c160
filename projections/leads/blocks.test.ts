import { randomUUID } from 'node:crypto';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { asTenant, type Db, inTransaction } from '@crm/platform/postgres/transaction.ts';
import { type Random, randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { expect, test, vi } from 'vitest';
import type { DecodedBlock } from '../block-cache.ts';
import { BLOCK } from '../block-column.ts';
import { createTables, dropTables, switchViews } from '../generations/tables.ts';
import { recorded } from '../test/recorded.ts';
import { openLeadBlocks, type ReadBlocks } from './blocks.ts';
import { type LeadValues, leadColumnBlocks, leadValues } from './column-blocks.ts';
import { foldLead } from './fold.ts';
import type { LeadRow } from './row.ts';
import { leadsProjection } from './table.ts';

const db = await testDatabase();
const tenants = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
const operators = Array.from({ length: 3 }, () => UserId.parse(randomUUID()));
const never = new AbortController().signal;

const created: LeadEvent = {
  type: 'LeadCreated',
  data: { orderId: 'ORD-1', orderedAt: null, details: blankDetails },
};
const plainLead = recorded(leadStream(LeadId.parse(randomUUID())), [created]).reduce<LeadRow | null>(
  foldLead,
  null,
);

const randomValues = ({ pick, below, chance }: Random) => ({
  status: pick(leadStatuses),
  total: below(3),
  operator_id: pick([null, ...operators]),
  webmaster: pick([null, 'wm-1', 'wm-2']),
  phone_digits: `9876${below(4)}`,
  created_at: new Date(Date.UTC(2026, 0, 1 + below(20))),
  decided_at: chance(0.5) ? new Date(Date.UTC(2026, 1, 1 + below(20))) : null,
});

/** The leads of a generation, as the projection keeps them. */
const leads = new Map<string, LeadRow>();
let generation = 0;

async function startGeneration() {
  generation += 1;
  await inTransaction(db.everyTenant, async (tx) => {
    await createTables(tx, leadsProjection, generation);
    await writeBlocks(tx, new Map(), leads);
    const before = leadsProjection.tables.flatMap(({ name, derived = [] }) => [
      name,
      ...derived.map((each) => each.name),
    ]);
    await switchViews(tx, leadsProjection, generation, generation === 1 ? [] : before);
    if (generation > 1) await dropTables(tx, before, generation - 1);
  });
}

const writeBlocks = (
  tx: Db,
  before: ReadonlyMap<string, LeadRow>,
  after: ReadonlyMap<string, LeadRow | null>,
) => leadColumnBlocks.update(tx, `lead_columns_g${generation}`, { before, after });

/** A batch with new, edited, deleted and restored leads. A restored lead has a new number. */
async function changeSome(random: Random, numbers: Map<string, number>) {
  const { pick, below, chance } = random;
  const before = new Map<string, LeadRow>();
  const after = new Map<string, LeadRow | null>();
  for (let n = 0; n < 1 + below(4); n += 1) {
    const id = [...leads.keys()].at(below(leads.size + 1));
    const known = id === undefined || chance(0.4) ? undefined : leads.get(id);
    const tenant = known?.tenant ?? pick(tenants);
    if (known && chance(0.15)) after.set(known.id, null);
    else if (known && chance(0.8)) after.set(known.id, { ...known, ...randomValues(random) });
    else {
      // Numbers at the ends of blocks too.
      const number = (numbers.get(tenant) ?? 0) + pick([1, 1, BLOCK - 1, BLOCK]);
      numbers.set(tenant, number);
      if (!plainLead) throw new Error('A lead was created');
      const lead = { ...plainLead, ...randomValues(random), id: known?.id ?? randomUUID(), tenant, number };
      after.set(lead.id, lead);
    }
    if (known) before.set(known.id, known);
  }
  await inTransaction(db.everyTenant, (tx) => writeBlocks(tx, before, after));
  for (const [id, lead] of after) lead ? leads.set(id, lead) : leads.delete(id);
}

type Asked = { tenant: TenantId; columns: ReadonlySet<keyof LeadValues> };
const everyTime = { time: 'at' as const, from: 0, before: 2 ** 31 - 1 };

async function blocksRead(read: ReadBlocks, tx: Db, asked: Asked): Promise<DecodedBlock[]> {
  const blocks: DecodedBlock[] = [];
  for await (const some of read(tx, { ...everyTime, ...asked }, never)) blocks.push(...some);
  return blocks;
}

/** The leads of blocks: their numbers and values, in the order of the numbers. */
const valuesIn = (blocks: readonly DecodedBlock[], { columns }: Asked) =>
  blocks.flatMap(({ block, size, coded, numbers }) =>
    Array.from({ length: size }, (_, slot) => {
      const of = (name: keyof LeadValues) => {
        const column = coded.get(name);
        return column ? column.values[column.codes[slot] ?? -1] : numbers.get(name)?.[slot];
      };
      return {
        number: block * BLOCK + slot,
        at: of('at'),
        ...Object.fromEntries([...columns].map((name) => [name, of(name)])),
      };
    }).filter(({ at }) => at !== null),
  );

const expectedOf = (of: Iterable<LeadRow>, { tenant, columns }: Asked) =>
  [...of]
    .filter((lead) => lead.tenant === tenant)
    .sort((a, b) => a.number - b.number)
    .map((lead) => {
      const values = leadValues(lead);
      return { number: lead.number, ...Object.fromEntries([...columns].map((name) => [name, values[name]])) };
    });

test('cached blocks equal the leads of the snapshot through edits, deletions, restorations and rebuilds', async () => {
  const random = randomFrom(17);
  const { pick, chance } = random;
  // Two processes, and one whose cache has room for a part of the blocks.
  const readers = [openLeadBlocks(), openLeadBlocks(), openLeadBlocks(6_000)];
  const numbers = new Map<string, number>();
  const others: (keyof LeadValues)[] = [
    'status',
    'total',
    'operator_id',
    'webmaster',
    'phone_number',
    'decided_at',
  ];
  const ask = (): Asked => ({
    tenant: pick(tenants),
    columns: new Set<keyof LeadValues>(['at', ...others.filter(() => chance(0.5))]),
  });
  await startGeneration();
  for (let n = 0; n < 40; n += 1) {
    const asked = ask();
    const earlier = new Map(leads);
    await asTenant(db.pool, asked.tenant, async (tx) => {
      await tx.query('select 1'); // takes the snapshot
      await changeSome(random, numbers);
      // Caches the new versions first; the old snapshot must not get them.
      const reader = pick(readers);
      if (chance(0.5)) await asTenant(db.pool, asked.tenant, (newer) => blocksRead(reader, newer, asked));
      expect(valuesIn(await blocksRead(reader, tx, asked), asked)).toEqual(
        expectedOf(earlier.values(), asked),
      );
    });
    if (chance(0.12)) await startGeneration();
    for (const reader of readers) {
      const now = ask();
      const blocks = await asTenant(db.pool, now.tenant, (tx) => blocksRead(reader, tx, now));
      expect(valuesIn(blocks, now)).toEqual(expectedOf(leads.values(), now));
    }
  }
  expect(leads.size).toBeGreaterThan(20);
  expect(generation).toBeGreaterThan(3);
});

/** The blocks of each query that reads blocks. */
async function queriesOf(reader: ReadBlocks, asked: Asked): Promise<unknown[]> {
  const blocks: unknown[] = [];
  await asTenant(db.pool, asked.tenant, (tx) => {
    const counted = {
      query: (text: string, values: unknown[]) => {
        if (values.length === 2) blocks.push(values[1]);
        return tx.query(text, values);
      },
    } as Db; // a cast: the reader uses only this form
    return blocksRead(reader, counted, asked);
  });
  return blocks;
}

const totals: Asked = { tenant: tenants[0] ?? TenantId.parse(''), columns: new Set(['at', 'total']) };

test('reads only changed blocks again', async () => {
  const read = openLeadBlocks();
  const asked = totals;
  expect(await queriesOf(read, asked)).toHaveLength(1);
  expect(await queriesOf(read, asked)).toEqual([]);
  const lead = [...leads.values()].find(({ tenant }) => tenant === asked.tenant);
  if (!lead) throw new Error('The tenant has a lead');
  const edited = { ...lead, total: lead.total + 1 };
  leads.set(lead.id, edited);
  await inTransaction(db.everyTenant, (tx) =>
    writeBlocks(tx, new Map([[lead.id, lead]]), new Map([[lead.id, edited]])),
  );
  expect(await queriesOf(read, asked)).toEqual([[Math.floor(lead.number / BLOCK)]]);
});

test('forgets blocks that are not used for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const read = openLeadBlocks();
  expect(await queriesOf(read, totals)).toHaveLength(1);
  vi.advanceTimersByTime(5 * 60_000);
  expect(await queriesOf(read, totals)).toEqual([]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(await queriesOf(read, totals)).toHaveLength(1);
});

test('a block that the cache forgets during a read keeps the columns that the read found in it', async () => {
  const [own, other] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
  if (!plainLead) throw new Error('A lead was created');
  const ownLead = { ...plainLead, id: randomUUID(), tenant: own, number: 1 };
  const otherLead = { ...plainLead, id: randomUUID(), tenant: other, number: 1 };
  await inTransaction(db.everyTenant, (tx) =>
    writeBlocks(
      tx,
      new Map(),
      new Map([ownLead, otherLead].map((lead): [string, LeadRow] => [lead.id, lead])),
    ),
  );
  const read = openLeadBlocks(1_000); // room for two columns of one block
  const columnsOf = (tenant: TenantId, ...more: (keyof LeadValues)[]): Asked => ({
    tenant,
    columns: new Set<keyof LeadValues>(['at', 'status', ...more]),
  });
  const readAs = (asked: Asked) => asTenant(db.pool, asked.tenant, (tx) => blocksRead(read, tx, asked));
  await readAs(columnsOf(own));
  const asked = columnsOf(own, 'webmaster');
  const blocks = await asTenant(db.pool, own, (tx) => {
    const forgetful = {
      query: async (text: string, values: unknown[]) => {
        const result = await tx.query(text, values);
        if (values.length === 2) await readAs(columnsOf(other));
        return result;
      },
    } as Db; // a cast: the reader uses only this form
    return blocksRead(read, forgetful, asked);
  });
  expect(valuesIn(blocks, asked)).toEqual(expectedOf([ownLead], asked));
});
