import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { getUpload, UploadFailure, UploadPreview, UploadResult } from '@crm/contracts/leads/upload.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, startProduct } from './product.ts';
import { multipart } from './samples.ts';

const product = await startProduct();
const admin = await product.signIn('admin@demo.test');
const rival = await product.signIn('admin@rival.test');
const offerOf = async (person: Person) =>
  (await person.ask(listOffers)).data[0] ?? { _id: '', name: '', price: 0 };
const offer = await offerOf(admin);
const rivalsOffer = await offerOf(rival);
const operators = (await admin.ask(listOperators)).data;

type Fields = Record<string, unknown>;
const fields = (more: Fields = {}): Fields => ({ users: [], offer: { offerId: offer._id }, ...more });

const Wire = z.object({
  code: z.string().optional(),
  errors: z.unknown().optional(),
  data: z.unknown().optional(),
});
/** Where the last upload stood: what is read must be as new. */
let seen = '';

/** Posts to the call as it is said, and gives the answer as it is. */
async function post(
  form: { payload: Buffer | string; headers: Record<string, string> },
  { preview = false, token = admin.token } = {},
) {
  const reply = await product.app.inject({
    method: 'POST',
    url: `/api/admin/upload-leads${preview ? '?preview=true' : ''}`,
    payload: form.payload,
    headers: { authorization: `Bearer ${token}`, ...form.headers },
  });
  seen = reply.headers['x-position']?.toString() ?? seen;
  return { status: reply.statusCode, text: reply.body, ...Wire.parse(JSON.parse(reply.body)) };
}

/** Uploads a file, or one that is kept already. */
const send = async (
  file: string | Buffer | null,
  more: Fields = {},
  as: { preview?: boolean; token?: string } = {},
) => post(await multipart(fields(more), file === null ? null : { name: 'leads.csv', content: file }), as);

async function saved(file: string | Buffer | null, more: Fields = {}): Promise<UploadResult> {
  const answer = await send(file, more);
  expect(answer.status, answer.text).toBe(201);
  return UploadResult.parse(answer.data);
}
async function failed(file: string | Buffer, more: Fields = {}): Promise<UploadFailure> {
  const before = await leads();
  const answer = await send(file, more);
  expect(answer.status, answer.text).toBe(422);
  expect(await leads()).toBe(before);
  return UploadFailure.parse(JSON.parse(answer.text));
}
async function previewed(file: string | Buffer | null, more: Fields = {}): Promise<UploadPreview> {
  const answer = await send(file, more, { preview: true });
  expect(answer.status, answer.text).toBe(200);
  return UploadPreview.parse(answer.data);
}
const leads = async () => {
  const { rows } = await product.database.pool.query<{ n: number }>(
    `select count(*)::int as n from event_store.events where type = 'LeadCreated'`,
  );
  return rows[0]?.n ?? 0;
};
const find = async (orderIds: string[]) =>
  (
    await admin.ask(listLeads, {
      query: { orderIds, includeComments: true },
      headers: { 'x-min-position': seen },
    })
  ).data;
const one = async (orderId: string) => {
  const [lead] = await find([orderId]);
  if (!lead) throw new Error(`No lead has the order id ${orderId}`);
  return lead;
};

const HEADER = 'ID,Date,Customer,Phone,Amount';
const rowOf = (id: string, n = 1) => `${id},2025-03-01,Meera Nair,+91 98765 4321${n % 10},499.50`;
const csv = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

test('rows become leads, with all that they say', async () => {
  const file = [
    'ID;Date;Status;Offer;Amount;Price;Customer;Lastname;Phone;E-Mail;IP;Country;ZIP;Address;Tracking code;Decline reason;Comment;Company;Manager;User;ExtUID;ExtSRC;ExtOID;ClickID;UTM Source;UTM Campaign;UTM Content;UTM Term;UTM Medium;SubID;Cash (currency)',
    'ALL-1;03/15/2024;cancelled;Knee oil;998;499;Meera;Nair;+91 98765 43210;meera@example.test;203.0.113.7;India;682016;14 MG Road;RR12;Wrong number;Call after six;Traders;Joseph;web-7;u-8;news;o-17;c-5;google;spring;b-2;knee;cpc;camp-4;₹',
  ].join('\r\n');
  const result = await saved(file, { users: [{ userId: operators[0]?._id, value: 5 }] });
  expect(result).toMatchObject({
    savedLeads: 1,
    offer: { _id: offer._id, name: offer.name },
    distribution: [{ userName: operators[0]?.fullName, leadsAssigned: 1 }],
    errorsCount: 0,
    errors: [],
    summary: { totalRows: 1, validLeads: 1 },
  });
  const lead = await one('ALL-1');
  expect(lead).toMatchObject({
    status: 'cancelled',
    statusReason: 'Wrong number',
    fullName: 'Meera Nair',
    email: 'meera@example.test',
    country: 'IN',
    postIndex: '682016',
    address: '14 MG Road',
    productName: 'Knee oil',
    quantity: 2,
    price: 499,
    total: 998,
    currency: 'INR',
    orderSource: 'import',
    webmaster: 'web-7',
    sub1: 'camp-4',
    sub2: 'c-5',
    sub3: 'u-8',
    sub4: 'news',
    sub5: 'o-17',
    extra: {
      ip: '203.0.113.7',
      tracking_code: 'RR12',
      company: 'Traders',
      manager: 'Joseph',
      utm_source: 'google',
      utm_campaign: 'spring',
      utm_content: 'b-2',
      utm_term: 'knee',
      utm_medium: 'cpc',
    },
    createdAt: '2024-03-15T00:00:00.000Z',
    assignedOperator: { _id: operators[0]?._id },
    comments: [{ content: 'Call after six' }],
  });
  expect((await admin.ask(getLead, { params: { id: lead._id } })).data.lead.orderId).toBe('ALL-1');
});

test('valid rows are saved though others are not, and each of those is told by row and why', async () => {
  const file = csv(
    rowOf('MIX-1'),
    'MIX-2,2025-03-01,,+91 98765 43210,499',
    '',
    'MIX-3,2025-03-01,Omar Haddad,12,499',
    'MIX-4,2025-03-01,Omar Haddad,+91 98765 43210,-5',
    'MIX-5,31.12.2025,Omar Haddad,+91 98765 43210,5',
    rowOf('MIX-1'),
    rowOf('MIX-6'),
  );
  const result = await saved(file);
  expect(result.errors.map(({ row, error }) => [row, error])).toEqual([
    [3, 'Customer is required'],
    [5, 'Phone must have 7 to 15 digits with an optional leading +'],
    [6, 'Amount must be a positive number'],
    [7, 'Date must be YYYY-MM-DD or MM/DD/YYYY'],
    [8, 'Duplicate Order ID in file: the same as in row 2'],
  ]);
  expect(result.errors[1]?.data).toEqual({
    ID: 'MIX-3',
    Date: '2025-03-01',
    Customer: 'Omar Haddad',
    Phone: '12',
    Amount: '499',
  });
  expect(result.groups).toEqual([
    { group: 'Duplicates in File', count: 1 },
    { group: 'Data Validation', count: 2 },
    { group: 'Missing Required Data', count: 1 },
    { group: 'Format Issues', count: 1 },
  ]);
  expect(result.summary).toEqual({ totalRows: 7, validLeads: 2 });
  expect((await find(['MIX-1', 'MIX-2', 'MIX-6'])).map(({ orderId }) => orderId).sort()).toEqual([
    'MIX-1',
    'MIX-6',
  ]);
});

test('the errors are a file that can be mended and sent again', async () => {
  const { batchId } = await saved(
    csv(rowOf('MEND-1'), 'MEND-2,,"Omar ""Big"" Haddad",+91 98765 43210,0', rowOf('MEND-1')),
  );
  const reply = await product.app.inject({
    url: `/api/admin/uploads/${batchId}/errors`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('leads errors.csv'),
  });
  expect(reply.body).toBe(
    [
      `\ufeff${HEADER},Error`,
      `MEND-2,,"Omar ""Big"" Haddad",'+91 98765 43210,0,Amount must be a positive number`,
      `MEND-1,2025-03-01,Meera Nair,'+91 98765 43211,499.50,Duplicate Order ID in file: the same as in row 2`,
      '',
    ].join('\r\n'),
  );
  const again = await saved(reply.body.replace(',0,Amount', ',7.50,Amount'));
  expect(again).toMatchObject({ savedLeads: 1, errorsCount: 1 });
  expect(await one('MEND-2')).toMatchObject({
    fullName: 'Omar "Big" Haddad',
    phone: '+91 98765 43210',
    total: 7.5,
  });
});

describe('when no row is valid', () => {
  test('nothing is written, and the answer says why', async () => {
    const answer = await failed(csv('BAD-1,,Omar Haddad,12,5', 'BAD-2,,,12345678,5'));
    expect(answer).toMatchObject({
      message: 'No lead was saved: all 2 rows have errors',
      summary: { totalRows: 2, validLeads: 0 },
      errorsCount: 2,
    });
    expect(answer.errors.map(({ row }) => row)).toEqual([2, 3]);
  });
  test('the same file again is known row by row', async () => {
    const file = csv(rowOf('TWICE-1'), rowOf('TWICE-2'));
    await saved(file);
    const { errors } = await failed(file);
    expect(errors.map(({ error }) => error)).toEqual([
      'Order ID TWICE-1 already exists in database',
      'Order ID TWICE-2 already exists in database',
    ]);
  });
  test('also without order ids', async () => {
    const file = 'Customer,Phone,Amount\nAsha Rao,1234567,5\nAsha Rao,1234568,5\nAsha Rao,1234567,5\n';
    expect(await saved(file)).toMatchObject({
      savedLeads: 2,
      groups: [{ group: 'Duplicates in File', count: 1 }],
    });
    expect((await failed(file)).groups).toEqual([
      { group: 'Already in Database', count: 2 },
      { group: 'Duplicates in File', count: 1 },
    ]);
  });
  test.each([
    ['columns are missing', 'ID,phone\nA,1\n', /^No lead was saved. Column Customer is missing/],
    ['the file is empty', '', /The file is empty/],
    ['there is only a header', csv(), /no rows below the header/],
    ['the file is no spreadsheet', '%PDF-1.7', /is a PDF/],
  ])('because %s', async (_, file, message) => {
    expect((await failed(file)).message).toMatch(message);
  });
});

test('operators get exactly as many as was asked, in the order of the file, the rest nobody', async () => {
  const [first, second] = operators;
  const file = csv(
    ...Array.from({ length: 12 }, (_, at) => (at === 1 ? 'DIST-1,,,1,1' : rowOf(`DIST-${at}`))),
  );
  const result = await saved(file, {
    users: [
      { userId: second?._id, value: '3' },
      { userId: first?._id, value: 4 },
    ],
  });
  expect(result.distribution.map(({ userName, leadsAssigned }) => [userName, leadsAssigned])).toEqual([
    [second?.fullName, 3],
    [first?.fullName, 4],
  ]);
  const found = await find(Array.from({ length: 12 }, (_, at) => `DIST-${at}`));
  const by = new Map(
    found.map(({ orderId, assignedOperator }) => [Number(orderId.slice(5)), assignedOperator?._id]),
  );
  expect([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((at) => by.get(at))).toEqual([
    ...Array(3).fill(second?._id),
    ...Array(4).fill(first?._id),
    ...Array(4).fill(undefined),
  ]);
});

test('the offer’s own price stands for every row where that is asked', async () => {
  await saved('ID,Customer,Phone\nPRICE-1,Asha Rao,1234567\n', {
    offer: { offerId: offer._id, useOfferPrice: true },
  });
  expect(await one('PRICE-1')).toMatchObject({
    price: offer.price,
    total: offer.price,
    productName: offer.name,
  });
});

describe('a preview', () => {
  const file = 'Order No,Customer,Phone,Amount,Shade\nPRE-1,Pia Rao,7654321,5,red\nPRE-2,Pia Rao,1,5,blue\n';

  test('shows what is in the file, and writes no lead', async () => {
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
      { row: 2, cells: ['PRE-1', 'Pia Rao', '7654321', '5', 'red'], errors: [] },
      {
        row: 3,
        cells: ['PRE-2', 'Pia Rao', '1', '5', 'blue'],
        errors: ['Phone must have 7 to 15 digits with an optional leading +'],
      },
    ]);
    const { data } = await admin.ask(getUpload, { params: { batchId: preview.batchId } });
    expect(data).toEqual(preview);
  });

  test('is followed by the upload of the same file, with columns mapped by hand and remembered', async () => {
    const { fileId } = await previewed(file);
    const mapping = { 'Order No': 'ID', Shade: 'Additional field' };
    expect(await saved(null, { fileId, mapping })).toMatchObject({ savedLeads: 1, errorsCount: 1 });
    expect(await one('PRE-1')).toMatchObject({ extra: { Shade: 'red' } });

    const again = await previewed(file);
    expect(again).toMatchObject({ unknownColumns: [], newLeads: 0, existingLeads: 1 });
    expect(again.columns.map(({ field, by }) => [field, by])).toContainEqual(['ID', 'remembered']);
    const answer = await send(
      file,
      { offer: { offerId: rivalsOffer._id } },
      { preview: true, token: rival.token },
    );
    expect(UploadPreview.parse(answer.data).unknownColumns).toHaveLength(2);
  });

  test('of a file whose columns are unknown asks for them', async () => {
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

test('two uploads at once of the same orders: each once, the loser is told of each', async () => {
  const ids = Array.from({ length: 600 }, (_, at) => `RACE-${at}`);
  const file = csv(...ids.map((id, at) => rowOf(id, at)));
  const [userId] = operators.map(({ _id }) => _id);
  const answers = await Promise.all([0, 1].map(() => send(file, { users: [{ userId, value: 100 }] })));
  const came = answers.map(({ status, data, text }) =>
    status === 201 ? UploadResult.parse(data) : UploadFailure.parse(JSON.parse(text)),
  );
  const won = came.map((each) => ('savedLeads' in each ? each.savedLeads : 0));
  expect(won.reduce((sum, n) => sum + n)).toBe(600);
  expect(came.map(({ errorsCount }) => errorsCount)).toEqual(won.map((n) => 600 - n));
  for (const { groups, errorsCount } of came)
    expect(groups).toEqual(errorsCount === 0 ? [] : [{ group: 'Already in Database', count: errorsCount }]);
  for (const [at, each] of came.entries())
    if ('distribution' in each) expect(each.distribution[0]?.leadsAssigned).toBe(Math.min(100, won[at] ?? 0));
  const { rows } = await product.database.pool.query(
    `select count(*)::int as n, count(distinct stream)::int as streams from event_store.events
      where type = 'LeadCreated' and data->>'orderId' like 'RACE-%'`,
  );
  expect(rows).toEqual([{ n: 600, streams: 600 }]);
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

  test('with another tenant’s file, and another tenant’s upload is not found', async () => {
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

  test('when it is larger than the limit, by what it says of itself and by what comes', async () => {
    const form = await multipart(fields(), { name: 'x.csv', content: file });
    const says = { ...form.headers, 'content-length': String(300 * 1024 * 1024) };
    const answer = await post({ payload: form.payload, headers: says });
    expect(answer).toMatchObject({
      status: 413,
      code: 'too-large',
      errors: { file: 'A file can have at most 200 MB' },
    });
  });

  test('when the form is none', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await post({ payload: '--x\r\nnothing', headers });
    expect(answer.status).toBe(400);
  });
  test('by operators and without a session, before a byte of it is kept', async () => {
    const operator = await product.signIn('operator@demo.test');
    expect((await send(file, {}, { token: operator.token })).status).toBe(403);
    expect((await send(file, {}, { token: 'made-up' })).status).toBe(401);
  });
});

test('the same call under the same key is done once', async () => {
  const { fileId } = await previewed(csv(rowOf('KEY-1')));
  const headers = { 'idempotency-key': 'upload-1', 'content-type': 'application/json' };
  const call = () => post({ payload: JSON.stringify({ ...fields(), fileId }), headers });
  const [first, second] = [await call(), await call()];
  expect(first.status).toBe(201);
  expect(z.json().parse(second.data)).toEqual(first.data);
});
