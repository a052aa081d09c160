import { getUpload } from '@crm/contracts/leads/upload.ts';
import { UploadPreview } from '@crm/contracts/leads/upload-results.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { untilEnded } from './calls.ts';
import { sharedProduct } from './product.ts';
import { multipart } from './samples.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct();
const { admin, rival, rivalsOffer, fields, post, send, saved, previewed, leads, one } =
  await uploaders(product);

describe('a preview', () => {
  const file = 'Order No,Customer,Phone,Amount,Shade\nPRE-1,Pia Rao,7654321,5,red\nPRE-2,Pia Rao,1,5,blue\n';

  test('shows the content of the file and writes no lead', async () => {
    const before = await leads();
    const preview = await previewed(file);
    expect(await leads()).toBe(before);
    expect(preview).toMatchObject({
      file: { name: 'leads.csv', size: file.length, format: 'csv', details: 'UTF-8, separated by commas' },
      unknownColumns: [
        { name: 'Order No', suggestion: 'ID' },
        { name: 'Shade', suggestion: null },
      ],
      summary: { totalRows: 2, validLeads: 1 },
      newLeads: 1,
      existingLeads: 0,
      errorsCount: 1,
      groups: [{ group: 'Data Validation', count: 1 }],
    });
    expect(preview.columns.map(({ letter, name, field, by }) => [letter, name, field, by])).toEqual([
      ['A', 'Order No', null, 'nothing'],
      ['B', 'Customer', 'Customer', 'name'],
      ['C', 'Phone', 'Phone', 'name'],
      ['D', 'Amount', 'Amount', 'name'],
      ['E', 'Shade', null, 'nothing'],
    ]);
    expect(preview.rows).toEqual([
      {
        row: 2,
        cells: ['PRE-1', 'Pia Rao', '7654321', '5', 'red'],
        errors: [],
        saved: { createdAt: null, price: 5, total: 5, currency: 'INR' },
      },
      {
        row: 3,
        cells: ['PRE-2', 'Pia Rao', '1', '5', 'blue'],
        errors: ['Phone must have 7 to 15 digits with an optional leading +'],
        saved: null,
      },
    ]);
    expect(preview).toMatchObject({
      dates: { kind: 'clear' },
      currencies: [{ currency: 'INR', leads: 1 }],
    });
    const { data } = await admin.ask(getUpload, { params: { batchId: preview.batchId } });
    expect(data).toEqual(preview);
  });

  test('is followed by the upload of the same file, with a manual mapping that is remembered', async () => {
    const { fileId } = await previewed(file);
    const mapping = { 'Order No': 'ID', Shade: 'Additional field' };
    expect(await saved(null, { fileId, mapping })).toMatchObject({ savedLeads: 1, errorsCount: 1 });
    expect(await one('PRE-1')).toMatchObject({ extra: { Shade: 'red' } });

    const again = await previewed(file);
    expect(again).toMatchObject({ unknownColumns: [], newLeads: 0, existingLeads: 1 });
    // It is a lead already, so nothing of this row would be saved.
    expect(again.rows[0]).toMatchObject({
      errors: ['Order ID PRE-1 already exists in database'],
      saved: null,
    });
    expect(again.columns.map(({ field, by }) => [field, by])).toContainEqual(['ID', 'remembered']);
    const answer = await send(
      file,
      { offer: { offerId: rivalsOffer._id } },
      { preview: true, token: rival.token },
    );
    expect(UploadPreview.parse(answer.data).unknownColumns).toHaveLength(2);
  });

  test('of a file with unknown columns asks for their mapping', async () => {
    const preview = await previewed('Name,Mobile,Total\nAsha Rao,1234567,5\n');
    expect(preview.unknownColumns).toEqual([
      { name: 'Name', suggestion: 'Customer' },
      { name: 'Mobile', suggestion: 'Phone' },
      { name: 'Total', suggestion: 'Amount' },
    ]);
    expect(preview).toMatchObject({
      newLeads: 0,
      errors: [{ row: 1 }],
      summary: { totalRows: 1, validLeads: 0 },
    });
  });
});

describe('is refused', () => {
  const file = csv(rowOf('NEVER-1'));
  test.each([
    ['without a file', null, {}, 400, 'file', 'This field is required'],
    ['without an offer', file, { offer: undefined }, 400, 'offer', 'This field is required'],
    [
      'with another tenant’s offer',
      file,
      { offer: { offerId: rivalsOffer._id } },
      404,
      'offer',
      'Offer not found',
    ],
    [
      'with an operator that is none',
      file,
      { users: [{ userId: admin.id, value: 1 }] },
      404,
      'users',
      'Operator not found',
    ],
    [
      'with users that are none',
      file,
      { users: 'everybody' },
      400,
      'users',
      'Must be a list of userId and value',
    ],
    [
      'with a mapping to nothing',
      file,
      { mapping: { A: 'B' } },
      400,
      'mapping.A',
      'Must be a field of the guide',
    ],
    ['with a field too many', file, { force: 'yes' }, 400, 'force', 'Unknown field'],
  ])('%s', async (_, content, more, status, field, message) => {
    const before = await product.events();
    const answer = await send(content, more);
    expect([answer.status, answer.errors], answer.text).toEqual([status, { [field]: message }]);
    expect(await product.events()).toBe(before);
  });

  test('with a file of another tenant; an upload of another tenant is not found', async () => {
    const { fileId, batchId } = await previewed(file);
    const offered = { offer: { offerId: rivalsOffer._id } };
    const answer = await send(null, { fileId, ...offered }, { token: rival.token });
    expect([answer.status, answer.code]).toEqual([404, 'file-gone']);
    for (const path of [`/admin/uploads/${batchId}`, `/admin/uploads/${batchId}/errors`])
      expect(await product.send({ method: 'GET', path, token: rival.token })).toMatchObject({
        status: 404,
        code: 'batch-not-found',
      });
  });

  test('when it is larger than the limit, by its content-length or by the received bytes', async () => {
    const form = await multipart(fields(), { name: 'x.csv', content: file });
    const headers = { ...form.headers, 'content-length': String(300 * 1024 * 1024) };
    const answer = await post({ payload: form.payload, headers });
    expect(answer).toMatchObject({
      status: 413,
      code: 'too-large',
      errors: { file: 'A file can have at most 200 MB' },
    });
  });

  test('when the form is invalid', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await post({ payload: '--x\r\nnothing', headers });
    expect(answer.status).toBe(400);
  });
  test('for operators and without a session, before any byte is stored', async () => {
    const operator = await product.signIn(product.people.operator);
    expect((await send(file, {}, { token: operator.token })).status).toBe(403);
    expect((await send(file, {}, { token: 'made-up' })).status).toBe(401);
  });
});

test('a repeat under the same key has one effect', async () => {
  const { fileId } = await previewed(csv(rowOf('KEY-1')));
  const headers = { 'idempotency-key': 'upload-1', 'content-type': 'application/json' };
  const call = () => untilEnded(() => post({ payload: JSON.stringify({ ...fields(), fileId }), headers }));
  const [first, second] = [await call(), await call()];
  expect(first.status).toBe(201);
  expect(z.json().parse(second.data)).toEqual(first.data);
});

test('another file under the same key is refused, and the same one is a repeat', async () => {
  const sendUnderKey = async (orderId: string) => {
    const { payload, headers } = await multipart(fields(), { name: 'a.csv', content: csv(rowOf(orderId)) });
    const keyed = { ...headers, 'idempotency-key': 'upload-2' };
    return untilEnded(() => post({ payload, headers: keyed }));
  };
  const first = await sendUnderKey('KEY-2');
  expect(first.status).toBe(201);
  const again = await sendUnderKey('KEY-2');
  expect([again.status, again.data]).toEqual([201, first.data]);
  expect((await sendUnderKey('KEY-3')).code).toBe('key-reused');
});
