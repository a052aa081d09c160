import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { bulkKind, LEAD_UNDO } from '@crm/events/leads/bulk-batches.ts';
import type { Part } from '@crm/events/selections/chosen.ts';
import { runBatches } from '@crm/platform/batches/engine.ts';
import { endOfBatch, startBatch } from '@crm/platform/batches/start.ts';
import { derivedCommandId, NO_ORIGIN } from '@crm/platform/commands/envelope.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { runInTest } from '@crm/platform/test/run-in-test.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { batchKinds } from '../../app.ts';
import { leadsIn } from '../test/leads.ts';
import { operatorsIn } from '../test/operators.ts';
import { actor, anita, omar, priya, tara, tenant } from '../test/people.ts';

/**
 * Test fixtures: leads, bulk actions and batch processes on a database of the test file. Call it at the top level of each
 * file: files of one worker share this module, and the database ends with the file that opened it.
 */
export async function bulkStory() {
  const db = await testDatabase();
  const pool = db.everyTenant;
  const store = testStore(db.url);
  const operators = operatorsIn(store);
  await Promise.all([priya, omar, tara].map(operators.hire));
  return {
    store,
    /** Starts a process that runs batches; a test can pass a store that observes or blocks appends. */
    engine: (on: EventStore = store) => startEngine(on, pool, db.url),
    /** A store that fails after `after` appends to leads, as if its process had been killed. */
    breaking: (after: number) => breakingStore(store, after),
    ...operators,
    ...leadsIn(store),
    ...bulkActionsIn(store, pool),
  };
}

function startEngine(store: EventStore, pool: Pool, url: string) {
  const deps = { store, forgetLookup: () => {} };
  const kinds = batchKinds(deps, store, pool);
  const log = openLog('silent');
  const leadership = openLeadership(url, log);
  return runInTest((signal) => runBatches({ kinds, deps, pool, leadership, log, signal }));
}

/** Starts bulk actions and their undo, and waits for their ends. */
function bulkActionsIn(store: EventStore, pool: Pool) {
  async function begin(kind: string, task: object, more: { undoes?: string; total?: number } = {}) {
    const id = randomUUID();
    const { undoes, total = 0 } = more;
    const started = await startBatch(
      { store },
      {
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
      },
    );
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
    const end = await endOfBatch(store, id, STATE_MS / 1000);
    if (!end) throw new Error('The batch must have ended');
    const { rows } = await pool.query<{ n: number; outcome: string; item: string; message: string }>(
      'select n, outcome, item, message from batch_problems where batch = $1 order by n',
      [id],
    );
    return { ...end, problems: rows };
  }

  return { ask, undo, endOf };
}

function breakingStore(store: EventStore, after: number): { store: EventStore; reached: Promise<void> } {
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
