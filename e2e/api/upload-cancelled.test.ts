import { cancelBatch } from '@crm/contracts/batches/batches.ts';
import { UploadFailure } from '@crm/contracts/leads/upload-results.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBatchGate } from './batch-gate.ts';
import { sharedProduct } from './product.ts';
import { multipart } from './samples.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct();
const { admin, fields, post, endOf } = await uploaders(product);

test('the refused rows of a cancelled upload can be corrected', async () => {
  const gate = await openBatchGate(product.database.url);
  await gate.close();
  // More than two steps, of 500 rows. Row 3 of the file has no phone.
  const rows = Array.from({ length: 1_500 }, (_, n) => rowOf(`C-${n}`, n));
  const file = csv(...rows.slice(0, 1), 'C-WRONG,2025-03-01,Asha Rao,none,499.50', ...rows.slice(1));
  const sent = await post(await multipart(fields({ wait: 0 }), { name: 'leads.csv', content: file }));
  const { batch } = z.object({ batch: z.object({ _id: z.string() }) }).parse(sent.data);
  await expect.poll(() => gate.waiting()).toBe(1);
  await admin.ask(cancelBatch, { params: { id: batch._id } });
  await expect.poll(() => gate.requests()).toBe(1);
  await gate.end();

  const answer = UploadFailure.parse(JSON.parse((await endOf(batch._id, {})).text));
  expect(answer).toMatchObject({
    message: expect.stringMatching(/^The upload was cancelled\. [\d,]+ leads were saved before that\.$/),
    errorsCount: 1,
    errors: [{ row: 3, data: { ID: 'C-WRONG', Phone: 'none' } }],
    groups: [{ group: 'Data Validation', count: 1 }],
  });
  const errors = await product.app.inject({
    url: `/api/admin/uploads/${batch._id}/errors`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(errors.body.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
    'ID,Date,Customer,Phone,Amount,Error',
    expect.stringMatching(/^C-WRONG,2025-03-01,Asha Rao,none,499\.50,/),
  ]);
});
