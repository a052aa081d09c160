import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { BatchContext, BatchStep, Json } from '@crm/platform/batches/kind.ts';
import { NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { beforeAll, expect, test } from 'vitest';
import { pastList } from './find.ts';

const db = await testDatabase();
const store = testStore(db.url);

const tenant = TenantId.parse(randomUUID());
const actor: Actor = { kind: 'user', id: UserId.parse(randomUUID()), name: 'Anita', role: 'admin' };

/** More than two steps of the filters. Every third lead is from Kochi. */
const LEADS = 600;
const orders = Array.from({ length: LEADS }, (_, n) => `PAST-${n}`);
const isFromKochi = (n: number) => n % 3 === 0;

beforeAll(() => Promise.all(orders.map((orderId, n) => create(orderId, isFromKochi(n) ? 'Kochi' : 'Pune'))));

async function create(orderId: string, city: string) {
  const created = await execute(
    { store },
    {
      aggregate: leads,
      stream: leadStream(leadIdOf(tenant, orderId)),
      tenant,
      command: {
        type: 'CreateLead',
        orderId,
        details: { ...blankDetails, address: { ...blankDetails.address, city } },
      },
      actor,
      origin: NO_ORIGIN,
      commandId: newCommandId(),
      creates: true,
    },
  );
  expect(created.kind).toBe('executed');
}

type Step = BatchStep<Json>;
const isFiltering = ({ cursor }: Step) => !JSON.stringify(cursor).includes('"checked":null');
const killed = new Error('The process was killed');

type Death = 'before it is saved' | 'after it was saved';

/** Runs the batch from a step. The process can die at a later one. Returns the last saved step. */
async function run(list: string, from: Step | null, diesAt: (step: Step) => Death | null = () => null) {
  let saved = from;
  const context: BatchContext<Json> = {
    id: list,
    tenant,
    actor,
    startedAt: new Date(),
    total: null,
    from: saved,
    signal: new AbortController().signal,
    async step(step) {
      const death = diesAt(step);
      if (death === 'before it is saved') throw killed;
      saved = step;
      if (death === 'after it was saved') throw killed;
    },
    perform: () => Promise.reject(new Error('Nothing is to be performed')),
  };
  const task = {
    at: new Date().toISOString(),
    filters: { status: null, offer: null, assignedOperator: null, search: 'kochi' },
    words: 'search "kochi"',
  };
  const kind = pastList({ storedEvents: store, store, pool: db.everyTenant });
  const end = await kind.run(task, context).catch((error: unknown) => {
    if (error !== killed) throw error;
    return null;
  });
  return { end, saved };
}

async function leadsOf(list: string) {
  const { rows } = await db.everyTenant.query<{ lead: string }>(
    'select lead from past_leads where tenant = $1 and list = $2 order by lead',
    [tenant, list],
  );
  return rows.map(({ lead }) => lead);
}

const expected = orders.flatMap((order, n) => (isFromKochi(n) ? [leadIdOf(tenant, order)] : [])).sort();

test('a run without a stop finds the leads that match', async () => {
  const list = randomUUID();
  const { end } = await run(list, null);
  expect(await leadsOf(list)).toEqual(expected);
  expect(end).toMatchObject({ kind: 'done', result: { total: expected.length } });
});

test('killed before and after a step of the filters is saved, it ends with the same leads', async () => {
  const list = randomUUID();
  const first = await run(list, null, (step) => (isFiltering(step) ? 'before it is saved' : null));
  expect(first.end).toBeNull();
  expect(first.saved).toMatchObject({ cursor: { checked: null } });

  const second = await run(list, first.saved, () => 'after it was saved');
  expect(second.end).toBeNull();
  expect(second.saved).not.toMatchObject({ cursor: { checked: null } });

  const third = await run(list, second.saved);
  expect(await leadsOf(list)).toEqual(expected);
  expect(third.end).toMatchObject({ kind: 'done', result: { total: expected.length } });
});
