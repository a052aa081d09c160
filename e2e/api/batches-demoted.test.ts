import {
  cancelBatch,
  downloadBatchFile,
  getBatch,
  listBatches,
  listProblems,
  pauseBatch,
  resumeBatch,
  undoBatch,
} from '@crm/contracts/batches/batches.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBatchGate } from './batch-gate.ts';
import { sharedProduct } from './product.ts';
import { operatorForm } from './samples.ts';

// Of more than 200 leads, a bulk action is a batch; this one has several steps.
const product = await sharedProduct({ leads: 300 });
const admin = await product.signIn(product.people.admin);

test('an admin who is demoted while a batch runs controls it no more; other admins do', async () => {
  const form = { ...operatorForm('demoted'), role: 'admin' as const };
  const { _id: id } = (await admin.ask(createUser, { body: form })).data.user;
  const former = await product.signIn(form.email, form.password);
  const become = (role: 'admin' | 'operator') => admin.ask(updateUser, { params: { id }, body: { role } });

  const gate = await openBatchGate(product.database.url);
  onTestFinished(gate.end);
  await gate.close();
  const selectionId = (await former.ask(freezeSelection, { body: {} })).data._id;
  const body = { selectionId, newStatus: 'hold' as const, wait: 0 };
  const { data } = await former.ask(bulkUpdateStatus, { body });
  if (!('batch' in data)) throw new Error('So many leads must be a batch');
  const params = { id: data.batch._id };
  await expect.poll(() => gate.waiting()).toBe(1);
  const batch = async () => (await admin.ask(getBatch, { params })).data.batch;
  const paused = { headers: { 'idempotency-key': 'pause' } };
  expect((await former.call(pauseBatch, { params, ...paused })).status).toBe(200);

  await become('operator');
  const again = await product.signIn(form.email, form.password);
  // The session from before the demotion has the new role.
  expect(await former.call(cancelBatch, { params })).toMatchObject({ status: 404 });
  for (const call of [cancelBatch, pauseBatch, resumeBatch, getBatch, listProblems, downloadBatchFile])
    expect(await again.call(call, { params }), call.path).toMatchObject({
      status: 404,
      code: 'batch-not-found',
    });
  expect(await again.call(undoBatch, { params, body: {} })).toMatchObject({ status: 403 });
  expect(await again.call(retryPostback, { params, body: {} })).toMatchObject({ status: 403 });
  // A repeat is answered like the first call, and does nothing.
  expect(await again.call(pauseBatch, { params, ...paused })).toMatchObject({ status: 200 });
  expect((await again.ask(listBatches)).data).toEqual([]);
  expect(await batch()).toMatchObject({ state: 'running', paused: true, cancelling: false });

  // The pause from before the demotion holds.
  await expect.poll(() => gate.requests()).toBe(1);
  await gate.open();
  await expect.poll(async () => (await gate.runs()).find((run) => run.id === params.id)?.lease).toBeNull();
  await become('admin');
  expect((await former.ask(getBatch, { params })).data.batch).toEqual(await batch());
  await admin.ask(cancelBatch, { params });
  await vi.waitFor(async () => expect(await batch()).toMatchObject({ state: 'cancelled' }));
});
