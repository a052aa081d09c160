import { randomUUID } from 'node:crypto';
import { cancelBatch, listBatches } from '@crm/contracts/batches/batches.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { expect, test, vi } from 'vitest';
import { openBatchGate } from './batch-gate.ts';
import { untilEnded } from './calls.ts';
import { sharedProduct } from './product.ts';

// Of more than 200 leads, a bulk action is a batch; this one has several steps.
const product = await sharedProduct({ leads: 300 });
const admin = await product.signIn(product.people.admin);

test('a bulk action that is cancelled meanwhile is answered with what it had done, not as completed', async () => {
  const selection = (await admin.ask(freezeSelection, { body: {} })).data;
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  const body = { selectionId: selection._id, newStatus: 'hold' as const };
  const headers = { 'idempotency-key': randomUUID() };
  const answer = untilEnded(() => admin.call(bulkUpdateStatus, { body, headers }));
  await expect.poll(() => gate.waiting()).toBe(1);
  // The call is not answered yet, so this read does not wait until its read model knows the batch.
  const id = await vi.waitFor(async () => {
    const [batch] = (await admin.ask(listBatches)).data;
    if (!batch) throw new Error('The batch is not in the list yet');
    return batch._id;
  });
  await admin.ask(cancelBatch, { params: { id } });
  await expect.poll(() => gate.requests()).toBe(1);
  await gate.end();

  const { status, message } = await answer;
  expect({ status, message }).toEqual({
    status: 200,
    message: expect.stringMatching(/^Cancelled: \d+ done.*\. Everything done before that is kept\.$/),
  });
});
