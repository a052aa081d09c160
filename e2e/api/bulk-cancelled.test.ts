import { cancelBatch, listBatches } from '@crm/contracts/batches/batches.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { expect, test } from 'vitest';
import { openBatchGate } from './batch-gate.ts';
import { sharedProduct } from './product.ts';

// Of more than 200 leads, a bulk action is a batch; this one has several steps.
const product = await sharedProduct({ leads: 300 });
const admin = await product.signIn(product.people.admin);

async function requestsWaiting(): Promise<number> {
  const { rows } = await product.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update batch_runs set wanted%'`,
  );
  return rows[0]?.n ?? 0;
}

test('a bulk action that is cancelled meanwhile is answered with what it had done, not as completed', async () => {
  const selection = (await admin.ask(freezeSelection, { body: {} })).data;
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  const answer = admin.call(bulkUpdateStatus, {
    body: { selectionId: selection._id, newStatus: 'hold' as const },
  });
  await expect.poll(() => gate.waiting()).toBe(1);
  const [batch] = (await admin.ask(listBatches)).data;
  await admin.ask(cancelBatch, { params: { id: batch?._id ?? '' } });
  // The request waits for the row of the batch, which the step at the gate holds: the next step finds it there.
  await expect.poll(requestsWaiting).toBe(1);
  await gate.end();

  const { status, message } = await answer;
  expect({ status, message }).toEqual({
    status: 200,
    message: expect.stringMatching(/^Cancelled: \d+ done.*\. Everything done before that is kept\.$/),
  });
});
