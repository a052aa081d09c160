import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { batchStream } from '@crm/events/streams.ts';
import { expect, test } from 'vitest';
import { newCommandId } from '../commands/envelope.ts';
import { testDatabase } from '../test/database.ts';
import { testStore } from '../test/test-store.ts';
import { answerBatch } from './start.ts';

const db = await testDatabase();
const store = testStore(db.url);

const running = new AbortController().signal;

/** Answers at the end of the batch or at a stop, never by its time limit. */
const answered = (id: string, stopping: AbortSignal) =>
  answerBatch(
    { store, stopping },
    {
      id,
      kind: 'audit-export',
      title: 'Export',
      total: null,
      task: {},
      tenant: TenantId.parse(randomUUID()),
      actor: { kind: 'system', name: 'test' },
      origin: { ip: '127.0.0.1', userAgent: null },
      guard: (append) => append(),
      commandId: newCommandId(),
    },
    () => null,
    3_600,
  );

test('answers the running batch when the process stops', async () => {
  const stop = new AbortController();
  const id = randomUUID();
  const answering = answered(id, stop.signal);
  await expect.poll(async () => (await store.readStream(batchStream(id))).length).toBe(1);
  stop.abort();
  expect(await answering).toMatchObject({ status: 202, data: { batch: { _id: id, state: 'queued' } } });
});

test('answers the batch when its result is gone before it could be sent', async () => {
  const id = randomUUID();
  const finish = async () => {
    const [started] = await store.readStream(batchStream(id));
    if (!started) return false;
    const data = { outcome: 'done', done: 1, total: 1, counts: { successful: 1, skipped: 0, failed: 0 } };
    await store.append({
      stream: batchStream(id),
      expected: started.revision,
      events: [
        {
          id: randomUUID(),
          type: 'BatchFinished',
          version: 1,
          data: { ...data, message: null, result: {} },
          meta: started.meta,
        },
      ],
    });
    return true;
  };
  const answering = answered(id, running);
  await expect.poll(finish).toBe(true);
  expect(await answering).toMatchObject({
    kind: 'done',
    status: 202,
    message: 'This is done, but its result is not kept any more',
    data: { batch: { _id: id, state: 'done' } },
  });
});
