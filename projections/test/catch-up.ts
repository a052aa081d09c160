import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { stopOfLoops } from '@crm/platform/shutdown/stop.ts';
import type { TestDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { expect } from 'vitest';
import { startProjections } from '../generations/start.ts';
import type { AnyProjection } from '../projection.ts';

/** For tests: runs projections live until they have applied all events, and stops them. */
export async function catchUp(
  projections: readonly AnyProjection[],
  { db, store }: { db: TestDatabase; store: EventStore },
): Promise<void> {
  const log = openLog('silent');
  const stop = stopOfLoops();
  const leadership = openLeadership(db.url, log);
  const options = { pool: db.everyTenant, leadership, store, log, signal: stop.signal, publish: () => {} };
  const running = await startProjections(projections, options);
  const names = projections.map(({ name }) => name);
  expect(await running.waitFor(names, await store.head(), { timeoutMs: STATE_MS })).toBe('fresh');
  stop.abort();
  await running.stopped;
}
