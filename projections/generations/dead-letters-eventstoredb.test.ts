import { randomUUID } from 'node:crypto';
import { openClient } from '@crm/platform/event-store/eventstoredb/client.ts';
import { writtenOf } from '@crm/platform/event-store/eventstoredb/events.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { listDeadLetters, requestRetry } from '@crm/platform/runner/dead-letters/list.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { STATE_MS } from '@crm/platform/test/patience.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { build } from './build.ts';
import { boxEvent, boxProjection, boxRow, put } from './sample-events.ts';
import { startProjections } from './start.ts';

const db = await testDatabase();
const wire = await startWire();
const store = await openEventStore({ kind: 'eventstoredb', url: wire.url });
const client = openClient(wire.url);
const stopping = new AbortController();
const log = openLog('silent');
const options = { pool: db.everyTenant, store, log, signal: stopping.signal };
const leadership = openLeadership(db.url, log);
const running = await startProjections([boxProjection], { ...options, leadership, publish: () => {} });
afterAll(async () => {
  stopping.abort();
  await running.stopped;
  await Promise.all([store.close(), client.close()]);
  await wire.end();
});

test('poisoned events of an EventStoreDB do not stop a projection, and a retry finds them', async () => {
  const box = randomUUID();
  const made = (label: string) => boxEvent({ type: 'BoxMade', data: { label } });
  const note = boxEvent({ type: 'BoxNoted', data: { noteId: randomUUID(), text: 'half \ud83d' } });
  const unreadable = { ...made(''), data: 'no object' };
  await put(store, box, 0, made('kept'));
  // Without the checks of an append.
  await client.append(
    `box-${box}`,
    0,
    [note, boxEvent({ type: 'BoxGiven', data: { to: 'ann' } })].map((e) => writtenOf(e)),
  );
  await client.append(`box-${randomUUID()}`, 'none', [writtenOf(unreadable)]);
  const last = randomUUID();
  const position = await put(store, last, 0, made('last'));
  expect(await running.waitFor(['boxes'], position, { timeoutMs: STATE_MS })).toBe('fresh');
  expect(await boxRow(db.pool, last)).toMatchObject({ label: 'last' });
  expect(await boxRow(db.pool, box)).toMatchObject({ owner: null });
  const letters = () => listDeadLetters(db.pool, 'boxes', 10);
  expect(await letters()).toMatchObject([
    { event_id: note.id, held: 1, error: expect.stringContaining('22P02') },
    { event_id: unreadable.id, held: 0, error: expect.stringContaining('23502') },
  ]);

  expect(await build(boxProjection, options)).toMatchObject({ outcome: 'live', added: { count: 0 } });
  await requestRetry(db.pool, 'boxes');
  await vi.waitFor(
    async () => expect(await letters()).toMatchObject([{ attempts: 2, held: 1 }, { attempts: 2 }]),
    { interval: 50 },
  );
});
