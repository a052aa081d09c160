import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { bulkKind, LEAD_UNDO } from '@crm/events/leads/bulk-batches.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import type { Part } from '@crm/events/selections/chosen.ts';
import { leadStream, userStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import { details as userDetails } from '@crm/events/users/story.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { runBatches } from '@crm/platform/batches/engine.ts';
import { endOfBatch, startBatch } from '@crm/platform/batches/start.ts';
import { derivedCommandId, NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { runInTest } from '@crm/platform/test/run-in-test.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect } from 'vitest';
import { batchKinds } from '../../app.ts';

export const [tenant, rival] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
const anita = UserId.parse(randomUUID());
export const actor: Actor = { kind: 'user', id: anita, name: 'Anita', role: 'admin' };
export const [priya, omar, tara] = ['Priya', 'Omar', 'Tara'].map(
  (name): OperatorRef => ({ id: UserId.parse(randomUUID()), name }),
) as [OperatorRef, OperatorRef, OperatorRef]; // a cast: one operator per name

const within = STATE_MS / 1000;

/** An operator's request for the status approved. */
export const requestBy = (operator: OperatorRef, requestedAt: string): LeadCommand => ({
  type: 'RequestLeadStatusChange',
  requestId: randomUUID(),
  to: 'approved',
  reason: 'She said yes',
  comment: {
    commentId: randomUUID(),
    content: 'Agreed',
    type: 'status',
    isInternal: true,
    isImportant: false,
    author: operator.name,
  },
  by: operator,
  seesAllLeads: false,
  requestedAt,
  automatic: false,
});

/**
 * Test fixtures: leads, bulk actions and batch processes on a database of the test file. Call it at the top level of each
 * file: files of one worker share this module, and the database ends with the file that opened it.
 */
export async function bulkStory() {
  const db = await testDatabase();
  const pool = db.everyTenant;
  const store = testStore(db.url);

  /** Starts a process that runs batches; a test can pass a store that observes or blocks appends. */
  function engine(on: EventStore = store) {
    const deps = { store: on, forgetLookup: () => {} };
    const kinds = batchKinds(deps, on, pool);
    const log = openLog('silent');
    const leadership = openLeadership(db.url, log);
    return runInTest((signal) => runBatches({ kinds, deps, pool, leadership, log, signal }));
  }

  const deps = { store };

  async function say(id: LeadId, command: LeadCommand, of = tenant, by: Actor = actor) {
    const done = await execute(deps, {
      aggregate: leads,
      stream: leadStream(id),
      tenant: of,
      command,
      actor: by,
      origin: NO_ORIGIN,
      commandId: newCommandId(),
      creates: command.type === 'CreateLead',
    });
    expect(done.kind).toBe('executed');
  }

  /** Stores the account of an operator. */
  const hire = ({ id, name }: OperatorRef) =>
    sayOfUser(id, 'none', { type: 'UserCreated', data: { details: { ...userDetails, fullName: name } } });
  /** Deactivates an operator who was hired. */
  const deactivate = ({ id }: OperatorRef) =>
    sayOfUser(id, 0, { type: 'UserEdited', data: { changes: { isActive: false } } });

  async function sayOfUser(id: UserId, expected: 'none' | number, { type, data }: UserEvent) {
    const event = { id: randomUUID(), type, version: knownVersions[type] ?? 1, data, meta: testMeta(tenant) };
    const outcome = await store.append({ stream: userStream(id), expected, events: [event] });
    expect(outcome.kind).toBe('appended');
  }

  await Promise.all([priya, omar, tara].map(hire));

  let made = 0;
  const newOrders = (count: number) =>
    Array.from({ length: count }, () => {
      made += 1;
      return `MANY-${made}`;
    });

  async function newLeads(count: number, of = tenant): Promise<LeadId[]> {
    const orders = newOrders(count);
    await Promise.all(
      orders.map((orderId) =>
        say(leadIdOf(of, orderId), { type: 'CreateLead', orderId, details: blankDetails }, of),
      ),
    );
    return orders.map((orderId) => leadIdOf(of, orderId));
  }

  const newLead = async (): Promise<LeadId> => (await newLeads(1))[0] ?? expect.unreachable();

  /** A lead that came over the lead limit, and has a place now. */
  async function admittedLead(): Promise<LeadId> {
    const [orderId = ''] = newOrders(1);
    const id = leadIdOf(tenant, orderId);
    const waited = { details: blankDetails, maxLeads: 1, periodEnd: '2026-01-01T00:00:00.000Z' };
    await say(id, { type: 'SetLeadAside', orderId, ...waited });
    await say(id, { type: 'AdmitLead' });
    return id;
  }

  const historyOf = (id: string) => load(store, leads.types, leadStream(LeadId.parse(id)));
  async function stateOf(id: string) {
    return fold(leads.decider, (await historyOf(id)).events);
  }

  async function begin(kind: string, task: object, more: { undoes?: string; total?: number } = {}) {
    const id = randomUUID();
    const { undoes, total = 0 } = more;
    const started = await startBatch(deps, {
      id,
      kind,
      title: kind,
      total,
      task: JSON.parse(JSON.stringify(task)),
      undoable: !undoes,
      ...(undoes && { undoes }),
      tenant,
      actor,
      origin: NO_ORIGIN,
      commandId: derivedCommandId(id),
    });
    expect(started).toMatchObject({ id });
    return id;
  }

  async function ask(ids: readonly string[], action: BulkAction, part: Part | null = null) {
    const { id: selection, total } = await keepIds(pool, { tenant, user: anita }, ids);
    const chosen = { selection, total, part };
    const id = await begin(bulkKind(action.action), { chosen, wish: action }, { total });
    return { id, chosen };
  }
  const undo = ({ id, chosen }: Awaited<ReturnType<typeof ask>>) =>
    begin(LEAD_UNDO, { undoes: id, chosen }, { undoes: id });

  async function endOf(id: string) {
    const end = await endOfBatch(store, id, within);
    if (!end) throw new Error('The batch must have ended');
    const { rows } = await pool.query<{ n: number; outcome: string; item: string; message: string }>(
      'select n, outcome, item, message from batch_problems where batch = $1 order by n',
      [id],
    );
    return { ...end, problems: rows };
  }

  /** A store that fails after `after` appends to leads, as if its process had been killed. */
  function breaking(after: number): { store: EventStore; reached: Promise<void> } {
    const reached = new AbortController();
    let appended = 0;
    const broken: EventStore = {
      ...store,
      append: async (append) => {
        if (append.stream.startsWith('lead-')) appended += 1;
        if (append.stream.startsWith('lead-') && appended > after) {
          reached.abort();
          return { kind: 'unavailable', reason: 'the test says so' };
        }
        return store.append(append);
      },
    };
    return { store: broken, reached: once(reached.signal, 'abort').then(() => {}) };
  }

  return {
    store,
    engine,
    say,
    hire,
    deactivate,
    newLead,
    newLeads,
    admittedLead,
    historyOf,
    stateOf,
    ask,
    undo,
    endOf,
    breaking,
  };
}
