import { randomUUID } from 'node:crypto';
import { uploadAnswer } from '@crm/contracts/leads/upload-answer.ts';
import { OfferId, TenantId, UserId } from '@crm/events/ids.ts';
import type { UploadTask } from '@crm/events/leads/upload.ts';
import { offerCreated, offerDeleted, offerEdited } from '@crm/events/offers/story.ts';
import { offerStream, userStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { details as userDetails } from '@crm/events/users/story.ts';
import { knownVersions } from '@crm/events/versions.ts';
import type { AnyBatchKind, BatchContext, BatchProblem, Json } from '@crm/platform/batches/kind.ts';
import { writeFile } from '@crm/platform/files/files.ts';
import { refused } from '@crm/platform/http/result.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { leadUploadCheck } from './check.ts';
import { leadUpload } from './save.ts';
import { newTally } from './tally.ts';

const db = await testDatabase();
const store = testStore(db.url);
const deps = { store, pool: db.everyTenant, places: openPlaces(db.everyTenant) };
const tenant = TenantId.parse(randomUUID());

const task: UploadTask = {
  file: { id: randomUUID(), name: 'gone.csv', size: 1, keptUntil: new Date().toISOString() },
  isFileNew: false,
  offer: { id: OfferId.parse(randomUUID()), name: 'Tea', price: 900, currency: 'EUR' },
  useOfferPrice: false,
  operators: [],
  dateOrder: null,
  timeZone: 'UTC',
  mapping: {},
  remembered: {},
};

/** Appends the first events of a stream. */
async function begin(stream: string, ...events: { type: string; data: unknown }[]) {
  const recorded = events.map((event) => ({
    ...event,
    id: randomUUID(),
    version: knownVersions[event.type] ?? 1,
    meta: testMeta(tenant),
  }));
  await store.append({ stream, expected: 'none', events: recorded });
}
await begin(offerStream(task.offer.id), offerCreated());

async function keptFile(text: string): Promise<UploadTask['file']> {
  const file = { ...task.file, id: randomUUID(), size: text.length };
  const kept = { id: file.id, tenant, name: 'leads.csv', type: 'text/csv' };
  await writeFile(
    db.everyTenant,
    { ...kept, expiresAt: new Date(Date.now() + 60_000) },
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  return file;
}

/** Runs a batch whose commands are all refused, and answers it like the call does. */
async function answerOf(
  kind: AnyBatchKind,
  own: UploadTask,
  from: BatchContext<Json>['from'] = null,
  commands: unknown[] = [],
) {
  let counts = from?.counts ?? { successful: 0, skipped: 0, failed: 0 };
  let done = from?.done ?? 0;
  const problems: BatchProblem[] = [];
  const context: BatchContext<Json> = {
    id: randomUUID(),
    tenant,
    actor: { kind: 'system', name: 'test' },
    startedAt: new Date(),
    total: null,
    from,
    signal: new AbortController().signal,
    step: async (step) => {
      ({ counts, done } = step);
      problems.push(...(step.problems ?? []));
    },
    perform: async (_, { command }) => {
      commands.push(command);
      return refused('not-done');
    },
  };
  const end = await kind.run(own, context);
  if (end.kind !== 'failed') throw new Error('The file was read to its end');
  const now = new Date().toISOString();
  const batch = {
    ...{ _id: context.id, kind: kind.kind, title: own.file.name, state: 'failed' as const },
    ...{ done, total: null, counts, message: end.message, result: end.result ?? null },
    ...{ paused: false, cancelling: false },
    createdBy: { _id: UserId.parse(randomUUID()), fullName: 'Anita' },
    ...{ createdAt: now, startedAt: now, finishedAt: now },
    ...{ undoable: false, undoneBy: null, undoes: null },
  };
  const kept = problems
    .map(({ n, message, data }) => ({ n, message, data }))
    .sort((one, other) => one.n - other.n);
  expect(new Set(kept.map(({ n }) => n)).size).toBe(kept.length); // a repeated number is stored once
  return uploadAnswer(batch, { problems: kept, rows: null });
}

test('an upload whose file is gone after an interruption says how many leads it had saved', async () => {
  const tally = { ...newTally(), row: 6, rows: 5, total: 9, valid: 3, groups: { 'Data Validation': 2 } };
  const cursor = { ...tally, columns: ['Customer', 'Phone'] };
  const counts = { successful: 3, skipped: 0, failed: 2 };
  expect(await answerOf(leadUpload(deps), task, { cursor, done: 5, counts })).toMatchObject({
    kind: 'unsuccessful',
    answer: {
      message: 'The file is not kept any more: send it again. 3 leads were saved before that.',
      summary: { totalRows: 5, validLeads: 3 },
      errorsCount: 2,
    },
  });
});

test('a preview of a file that is refused in the middle has its message, and the rows before that', async () => {
  const cells = Array.from({ length: 900 }, (_, at) => `Ravi,${at === 1 ? 12 : 9876543210 + at},5`);
  const text = ['Customer,Phone,Amount', ...cells, `Ravi,1,5${',x'.repeat(300)}`].join('\n');
  const file = await keptFile(text);
  const message = expect.stringMatching(/^Row 902 has 303 columns/);
  expect(await answerOf(leadUploadCheck(deps), { ...task, file })).toMatchObject({
    kind: 'unsuccessful',
    answer: {
      message,
      summary: { totalRows: expect.toSatisfy((rows: number) => rows >= 500), validLeads: 0 },
      errorsCount: 1,
      errors: [{ row: 3, error: expect.stringMatching(/^Phone/), data: { Phone: '12' } }],
    },
  });
});

test.each([
  ['the other operator gets all leads', true],
  ['the leads stay unassigned', false],
])('when an operator has left before an upload goes on, %s', async (_, hasOther) => {
  const other = { id: UserId.parse(randomUUID()), name: 'Omar' };
  const details = { ...userDetails, isActive: hasOther };
  await begin(userStream(other.id), { type: 'UserCreated', data: { details } });
  const gone = { id: UserId.parse(randomUUID()), name: 'Priya' };
  const operators = [gone, other].map((operator) => ({ ...operator, value: null }));
  const file = await keptFile('Customer,Phone,Amount\nRavi,9876543210,5\nMeera,9876543211,5\n');
  const commands: unknown[] = [];
  await answerOf(leadUpload(deps), { ...task, file, operators }, null, commands);
  const operator = hasOther ? other : null;
  expect(commands).toMatchObject([
    { type: 'ImportLead', operator },
    { type: 'ImportLead', operator },
  ]);
});

test.each([
  ['Offer not found', offerDeleted()],
  ['This offer is not active', offerEdited({ isActive: false })],
])('an upload saves no more leads of an offer that is gone: %s', async (message, change) => {
  const offer = { ...task.offer, id: OfferId.parse(randomUUID()) };
  await begin(offerStream(offer.id), offerCreated(), change);
  const file = await keptFile('Customer,Phone,Amount\nRavi,9876543210,5\nMeera,9876543211,5\n');
  const commands: unknown[] = [];
  expect(await answerOf(leadUpload(deps), { ...task, file, offer }, null, commands)).toMatchObject({
    answer: { message: `No lead was saved. ${message}`, summary: { validLeads: 0 } },
  });
  const cursor = { ...newTally(), row: 2, rows: 1, total: 2, valid: 1, columns: ['Customer', 'Phone'] };
  const from = { cursor, done: 1, counts: { successful: 1, skipped: 0, failed: 0 } };
  expect(await answerOf(leadUpload(deps), { ...task, file, offer }, from, commands)).toMatchObject({
    answer: { message: `${message}. 1 lead was saved before that.`, summary: { validLeads: 1 } },
  });
  expect(commands).toEqual([]);
});
