import { randomUUID } from 'node:crypto';
import { uploadAnswer } from '@crm/contracts/leads/upload-answer.ts';
import { OfferId, TenantId, UserId } from '@crm/events/ids.ts';
import { UPLOAD, type UploadTask } from '@crm/events/leads/upload.ts';
import type { BatchContext, BatchProblem, Json } from '@crm/platform/batches/kind.ts';
import { refused } from '@crm/platform/http/result.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test } from 'vitest';
import { leadUpload } from './kinds.ts';
import { newTally } from './tally.ts';

const db = await testDatabase();
const store = testStore(db.url);
afterAll(() => store.close());
const upload = leadUpload({ store, pool: db.everyTenant, places: openPlaces(db.everyTenant) });

const task: UploadTask = {
  file: { id: randomUUID(), name: 'gone.csv', size: 1, keptUntil: new Date().toISOString() },
  isFileNew: false,
  offer: { id: OfferId.parse(randomUUID()), name: 'Tea', price: 900, currency: 'EUR' },
  useOfferPrice: false,
  operators: [],
  dateOrder: null,
  mapping: {},
  remembered: {},
};

test('an upload whose file is gone after an interruption says how many leads it had saved', async () => {
  const tally = { ...newTally(), row: 6, rows: 5, total: 9, valid: 3, groups: { 'Data Validation': 2 } };
  const cursor = { ...tally, columns: ['Customer', 'Phone'] };
  let counts = { successful: 3, skipped: 0, failed: 2 };
  const problems: BatchProblem[] = [];
  const context: BatchContext<Json> = {
    id: randomUUID(),
    tenant: TenantId.parse(randomUUID()),
    actor: { kind: 'system', name: 'test' },
    startedAt: new Date(),
    total: 9,
    from: { cursor, done: 5, counts },
    signal: new AbortController().signal,
    step: async (step) => {
      counts = step.counts;
      problems.push(...(step.problems ?? []));
    },
    perform: async () => refused('not-done'),
  };
  const end = await upload.run(task, context);
  if (end.kind !== 'failed') throw new Error('Nothing was read');
  const now = new Date().toISOString();
  const batch = {
    ...{ _id: context.id, kind: UPLOAD, title: 'Upload gone.csv', state: 'failed' as const },
    ...{ done: 5, total: 9, counts, message: end.message, result: end.result ?? null },
    ...{ paused: false, cancelling: false },
    createdBy: { _id: UserId.parse(randomUUID()), fullName: 'Anita' },
    ...{ createdAt: now, startedAt: now, finishedAt: now },
    ...{ undoable: false, undoneBy: null, undoes: null },
  };
  const kept = problems.map(({ n, message, data }) => ({ n, message, data }));
  expect(uploadAnswer(batch, { problems: kept, rows: null })).toMatchObject({
    kind: 'unsuccessful',
    answer: {
      message: 'The file is not kept any more: send it once more. 3 leads were saved before that.',
      summary: { totalRows: 5, validLeads: 3 },
      errorsCount: 3,
    },
  });
});
