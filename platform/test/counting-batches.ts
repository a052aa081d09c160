import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { batches } from '@crm/events/batches/aggregate.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { batchStream } from '@crm/events/streams.ts';
import { afterEach, expect } from 'vitest';
import { z } from 'zod';
import { runBatches } from '../batches/engine.ts';
import { type AnyBatchKind, type BatchContext, batchKind } from '../batches/kind.ts';
import { endOfBatch, startBatch } from '../batches/start.ts';
import { derivedCommandId, NO_ORIGIN, newCommandId } from '../commands/envelope.ts';
import { execute } from '../commands/execute.ts';
import { openLog } from '../log/log.ts';
import { openLeadership } from '../runner/leadership.ts';
import { testDatabase } from './database.ts';
import { STATE_MS } from './patience.ts';
import { runInTest } from './run-in-test.ts';
import { testStore } from './test-store.ts';

/** Limit for hanging tests, in seconds. */
export const within = STATE_MS / 1000;

type Cursor = { next: number };
const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');
const user = UserId.parse('22222222-2222-4222-8222-222222222222');

/**
 * Leases run out only when a test lets them. By themselves they would after 15 s, for which a busy machine may stop this
 * process: a second engine of a test would then take the run over.
 */
const LASTING_LEASES = `
  create function lasting() returns trigger language plpgsql as $$ begin
    new.leased_until := 'infinity';
    return new;
  end $$;
  create trigger lasting before update on batch_runs for each row
    when (new.leased_until > now()) execute function lasting()`;

/**
 * Opens a batch engine on a new database, with a kind that counts `items` numbers and skips every third. Call it at the
 * top level of a test file.
 */
export async function openCounting(otherKinds: readonly AnyBatchKind[] = []) {
  const db = await testDatabase();
  const store = testStore(db.url);
  const pool = db.everyTenant;
  await pool.query(LASTING_LEASES);
  const deps = { store };

  afterEach(() => {
    work.at = async () => {};
  });

  /** The items that were done, as `batch item`. */
  const did: string[] = [];
  /** Called before each item; a test can make the work wait or fail here. */
  const work: { at: (item: number, context: BatchContext<Cursor>) => Promise<void> } = {
    at: async () => {},
  };

  const counting = batchKind<{ items: number }, Cursor>({
    kind: 'counting',
    task: z.object({ items: z.int() }),
    stoppedResult: ({ next }) => ({ next }),
    async run({ items }, context) {
      const { from } = context;
      const counts = { ...(from?.counts ?? { successful: 0, skipped: 0, failed: 0 }) };
      for (let item = from?.cursor.next ?? 0; item < items; item++) {
        await work.at(item, context);
        const skipped = item % 3 === 2;
        did.push(`${context.id} ${item}`);
        if (skipped) counts.skipped++;
        else counts.successful++;
        const problems = skipped
          ? [{ n: item, outcome: 'skipped', item: `${item}`, message: 'third' } as const]
          : [];
        await context.step({ cursor: { next: item + 1 }, done: item + 1, counts, problems });
      }
      return { kind: 'done', result: { items } };
    },
  });

  function engine(itsPool = pool, itsStore = store) {
    const kinds = [counting, ...otherKinds];
    const log = openLog('silent');
    const leadership = openLeadership(db.url, log);
    return {
      end: runInTest((signal) =>
        runBatches({ kinds, deps: { store: itsStore }, pool: itsPool, leadership, log, signal }),
      ),
    };
  }

  async function begin(items: number, kind = 'counting', owner = tenant) {
    const id = randomUUID();
    const started = await startBatch(deps, {
      id,
      kind,
      title: `Count to ${items}`,
      total: items,
      task: { items },
      tenant: owner,
      actor: { kind: 'user', id: user, name: 'Anita', role: 'admin' },
      origin: { ip: '203.0.113.7', userAgent: null },
      commandId: derivedCommandId(id),
    });
    expect(started).toMatchObject({ id });
    return id;
  }

  async function ask(id: string, type: 'CancelBatch' | 'PauseBatch' | 'ResumeBatch', owner = tenant) {
    const done = await execute(deps, {
      aggregate: batches,
      stream: batchStream(id),
      tenant: owner,
      command: { type },
      actor: { kind: 'user', id: user, name: 'Anita', role: 'admin' },
      origin: NO_ORIGIN,
      commandId: newCommandId(),
      creates: false,
    });
    expect(done.kind).toBe('executed');
  }

  /** The items that a batch did, in order. */
  const doneOf = (id: string) =>
    did.filter((each) => each.startsWith(id)).map((each) => Number(each.split(' ')[1]));

  /** Blocks the work at one item until it is released. */
  function holdAt(item: number) {
    const reached = new AbortController();
    const released = new AbortController();
    work.at = async (now) => {
      if (now !== item) return;
      reached.abort();
      await aborted(released.signal);
    };
    return {
      reached: aborted(reached.signal),
      release: () => {
        work.at = async () => {};
        released.abort();
      },
    };
  }

  /** Waits for the end of a batch, without the pauses between its starts. */
  async function endWithoutPauses(id: string) {
    const hurry = setInterval(() => void pool.query('update batch_runs set not_before = now()'), 50);
    const end = await endOfBatch(store, id, within);
    clearInterval(hurry);
    return end;
  }

  return { store, pool, tenant, work, engine, begin, ask, doneOf, holdAt, endWithoutPauses };
}

export async function aborted(signal: AbortSignal) {
  if (!signal.aborted) await once(signal, 'abort');
}
