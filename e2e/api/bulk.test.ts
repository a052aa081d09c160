import { randomUUID } from 'node:crypto';
import { getBatch, listBatches, listProblems, undoBatch } from '@crm/contracts/batches/batches.ts';
import { bulkAssign, bulkDelete, bulkUpdateStatus, reassign } from '@crm/contracts/leads/bulk.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { addComment, createLead, updateLead } from '@crm/contracts/leads/write.ts';
import { describe, expect, test } from 'vitest';
import { type Person, untilEnded } from './calls.ts';
import { sharedProduct } from './product.ts';
import { atOnce, leadForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const rival = await product.signIn(product.people.rivalAdmin);
const operator = await product.signIn(product.people.operator);
const colleague = await product.signIn(product.people.operator2);

/** Creates leads that one search matches, newest last. */
async function newLeads(word: string, count: number, by: Person = admin): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 50) {
    const some = Array.from({ length: Math.min(50, count - at) }, (_, n) => `${word}-${at + n}`);
    const made = await Promise.all(
      some.map((orderId) => by.ask(createLead, { body: leadForm({ orderId, fullName: `${word} Rao` }) })),
    );
    ids.push(...made.map(({ data }) => data.lead._id));
  }
  return ids;
}
const totalOf = async (query: object) => (await admin.ask(listLeads, { query })).pagination?.total;
const freeze = async (search: string) =>
  (await admin.ask(freezeSelection, { body: { search, sortBy: 'orderId', sortOrder: 'asc' } })).data;
const leadOf = async (id: string) => (await admin.ask(getLead, { params: { id } })).data.lead;

test('a bulk change to trash needs no reason; a single one does, and names the field that was sent', async () => {
  const [one = '', other = ''] = await newLeads('BARE', 2);
  const alone = await admin.call(updateLead, { params: { id: one }, body: { status: 'trash' } });
  expect(alone).toMatchObject({ status: 400, errors: { statusReason: 'This field is required' } });
  const done = await admin.ask(bulkUpdateStatus, { body: { leadIds: [one, other], newStatus: 'trash' } });
  expect(done.data).toMatchObject({ successful: 2, skipped: 0, failed: 0 });
  expect(await leadOf(one)).toMatchObject({ status: 'trash', statusReason: null });
});

describe('more than 200 leads', () => {
  test('are processed by a batch, whose end is answered with counts; undo restores all but changed leads', async () => {
    const ids = await newLeads('WAVE', 260);
    const [first = '', second = ''] = ids;
    await admin.ask(updateLead, { params: { id: first }, body: { status: 'hold' } });
    const selection = await freeze('WAVE');
    expect(selection.total).toBe(260);
    // The filter as of the selection: later leads are not included.
    await newLeads('WAVE-LATE', 1);

    const body = { selectionId: selection._id, newStatus: 'hold' as const };
    const done = await admin.ask(bulkUpdateStatus, { body });
    expect(done).toMatchObject({
      status: 200,
      message: 'Status update completed: 259 leads updated to hold, 1 skipped',
      data: { successful: 259, skipped: 1, failed: 0, newStatus: 'hold' },
    });
    expect(await totalOf({ search: 'WAVE', status: 'hold' })).toBe(260);

    const [batch] = (await admin.ask(listBatches)).data;
    expect(batch).toMatchObject({
      kind: 'lead-status',
      title: 'Update status of 260 leads to hold',
      state: 'done',
      done: 260,
      undoable: true,
    });
    const id = batch?._id ?? '';
    expect((await rival.call(getBatch, { params: { id } })).status).toBe(404);
    expect((await rival.call(undoBatch, { params: { id } })).status).toBe(404);
    const problems = (await admin.ask(listProblems, { params: { id } })).data;
    expect(problems).toEqual([
      {
        n: expect.any(Number),
        outcome: 'skipped',
        item: 'WAVE-0',
        message: 'Has the status hold already',
        data: { leadId: first },
      },
    ]);

    await operator.call(addComment, { params: { id: second }, body: { content: 'Not mine' } });
    await admin.ask(addComment, { params: { id: second }, body: { content: 'Called' } });
    const undone = await admin.ask(undoBatch, { params: { id } });
    expect(undone.data.batch).toMatchObject({
      state: 'done',
      undoes: id,
      counts: { successful: 258, skipped: 1, failed: 0 },
    });
    expect(await totalOf({ search: 'WAVE', status: 'hold' })).toBe(2);
    const kept = await admin.ask(listProblems, { params: { id: undone.data.batch._id } });
    expect(kept.data).toMatchObject([{ item: 'WAVE-1', message: expect.stringContaining('commented on') }]);
    const again = await admin.call(undoBatch, { params: { id } });
    expect(again).toMatchObject({ status: 409, code: 'batch-undone' });
  });

  test('continue as a batch when the caller does not wait', async () => {
    const ids = await newLeads('SOON', 201);
    const { status, data } = await admin.ask(bulkDelete, { body: { leadIds: ids, wait: 0 } });
    if (!('batch' in data)) throw new Error('it was answered without a batch');
    expect(status).toBe(202);
    const params = { id: data.batch._id };
    await expect.poll(async () => (await admin.ask(getBatch, { params })).data.batch.state).toBe('done');
    // The list of leads may lag behind that of batches.
    await expect.poll(() => totalOf({ search: 'SOON' })).toBe(0);
    await admin.ask(undoBatch, { params });
    expect(await totalOf({ search: 'SOON' })).toBe(201);
  });

  test('two concurrent undos result in one undo, and both callers get it', async () => {
    const ids = await newLeads('TWICE', 201);
    const { data } = await admin.ask(bulkDelete, { body: { leadIds: ids, wait: 0 } });
    const params = { id: 'batch' in data ? data.batch._id : '' };
    await expect.poll(async () => (await admin.ask(getBatch, { params })).data.batch.state).toBe('done');
    const undo = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilEnded(() => admin.call(undoBatch, { params, headers }));
    };
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await totalOf({ search: 'TWICE' })).toBe(201);
    const undos = (await admin.ask(listBatches, { query: { kind: 'lead-undo' } })).data;
    expect(undos.filter(({ undoes }) => undoes === params.id)).toHaveLength(1);
  });

  test('cannot be undone after the selection was deleted', async () => {
    const ids = await newLeads('OLD', 201);
    await admin.ask(bulkDelete, { body: { leadIds: ids } });
    const [batch] = (await admin.ask(listBatches, { query: { kind: 'lead-delete' } })).data;
    await product.database.pool.query(`set app.tenant = '*'; delete from selections`);
    const answer = await admin.call(undoBatch, { params: { id: batch?._id ?? '' } });
    expect(answer).toMatchObject({ status: 409, code: 'batch-not-undoable' });
    expect((await admin.ask(getBatch, { params: { id: batch?._id ?? '' } })).data.batch.undoneBy).toBeNull();
  });

  test('repeated under one key are one batch with one answer', async () => {
    const ids = await newLeads('KEYED', 205);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { leadIds: ids, newStatus: 'approved' as const };
    const first = await admin.ask(bulkUpdateStatus, { body, headers });
    const again = await admin.ask(bulkUpdateStatus, { body, headers });
    expect(again).toEqual({ ...first, position: expect.any(String) });
    const other = await admin.call(bulkUpdateStatus, { body: { ...body, newStatus: 'hold' }, headers });
    expect(other).toMatchObject({ status: 422, code: 'key-reused' });
    const { data } = await admin.ask(listBatches, { query: { kind: 'lead-status' } });
    expect(data.filter(({ title }) => title.includes('205 leads'))).toHaveLength(1);
  });
});

describe('assigning', () => {
  const ofEach = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await leadOf(id)).assignedOperator?._id ?? null));

  test('takes the first, the last or random leads of a selection, in turns', async () => {
    const ids = await newLeads('TURN', 9);
    const { _id: selectionId } = await freeze('TURN');
    const body = {
      selectionId,
      operatorIds: [operator.id, colleague.id],
      quantity: 5,
      method: 'last' as const,
    };
    const done = await admin.ask(bulkAssign, { body });
    expect(done).toMatchObject({ message: '5 leads assigned', data: { successful: 5 } });
    const [a, b] = [operator.id, colleague.id];
    expect(await ofEach(ids)).toEqual([null, null, null, null, a, b, a, b, a]);
  });

  test('takes the same random leads again under the same key', async () => {
    const ids = await newLeads('ANY', 20);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { leadIds: ids, operatorId: operator.id, quantity: 7, method: 'random' as const };
    const send = () => admin.ask(bulkAssign, { body, headers });
    await Promise.all([send(), send()]);
    expect((await ofEach(ids)).filter((one) => one === operator.id)).toHaveLength(7);
  });

  test('rejects a quantity outside of the selection, and assignees that are not operators', async () => {
    const leadIds = await newLeads('FEW', 2);
    const assign = (more: object) =>
      admin.call(bulkAssign, { body: { leadIds, operatorId: operator.id, ...more } });
    for (const quantity of [3, 0, -1])
      expect(await assign({ quantity })).toMatchObject({
        status: 400,
        errors: { quantity: 'Quantity must be between 1 and 2' },
      });
    expect(await assign({ operatorId: undefined, operatorIds: [operator.id, admin.id] })).toMatchObject({
      status: 404,
      code: 'operator-not-found',
    });
  });

  test('from one operator to another skips leads that the first no longer has', async () => {
    const leadIds = await newLeads('FROM', 3);
    const [mine = '', theirs = ''] = leadIds;
    await admin.ask(bulkAssign, { body: { leadIds: [mine], operatorId: operator.id } });
    await admin.ask(bulkAssign, { body: { leadIds: [theirs], operatorId: colleague.id } });
    const done = await admin.ask(reassign, {
      body: { fromOperatorId: operator.id, toOperatorId: colleague.id, leadIds },
    });
    expect(atOnce(done.data)).toMatchObject({ successful: 1, skipped: 2, failed: 0 });
    expect(await ofEach(leadIds)).toEqual([colleague.id, colleague.id, null]);
    const all = await admin.ask(reassign, {
      body: { fromOperatorId: null, toOperatorId: operator.id, leadIds },
    });
    expect(atOnce(all.data)).toMatchObject({ successful: 3 });
  });
});

test('a selection is visible only to its owner', async () => {
  await newLeads('OWN', 1);
  const { _id: selectionId } = await freeze('OWN');
  for (const [who, id] of [
    [rival, selectionId],
    [admin, randomUUID()],
  ] as const) {
    const answer = await who.call(bulkDelete, { body: { selectionId: id } });
    expect(answer).toMatchObject({ status: 404, code: 'selection-not-found' });
  }
});
