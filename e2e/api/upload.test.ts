import { getLead } from '@crm/contracts/leads/read.ts';
import { getUpload } from '@crm/contracts/leads/upload.ts';
import { UploadFailure, UploadResult } from '@crm/contracts/leads/upload-results.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { positionOf } from '@crm/platform/event-store/postgres/position.ts';
import { compound } from '@crm/workers/test/xls.ts';
import { zipOf } from '@crm/workers/test/zip.ts';
import { describe, expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { csv, HEADER, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct();
const { admin, offer, operators, send, saved, previewed, failed, find, one } = await uploaders(product);

test('rows become leads with all their fields', async () => {
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

test('saves the valid rows, and reports each invalid one by row with its errors', async () => {
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

test('the errors file can be corrected and uploaded again', async () => {
  const { batchId } = await saved(
    csv(
      rowOf('MEND-1'),
      'MEND-2,,"Omar ""Big"" Haddad",+91 98765 43210,0',
      rowOf('MEND-1'),
      'MEND-3,,"＝1+1;=2",12,5',
    ),
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
      `MEND-3,,"'＝1+1;'=2",12,5,Phone must have 7 to 15 digits with an optional leading +`,
      '',
    ].join('\r\n'),
  );
  const corrected = reply.body.replace(',0,Amount', ',7.50,Amount').replace(',12,5,', ',1234567,5,');
  const again = await saved(corrected);
  expect(again).toMatchObject({ savedLeads: 2, errorsCount: 1 });
  expect(await one('MEND-3')).toMatchObject({ fullName: '＝1+1;=2' });
  expect(await one('MEND-2')).toMatchObject({
    fullName: 'Omar "Big" Haddad',
    phone: '+91 98765 43210',
    total: 7.5,
  });
});

test('the answer about an ended upload has the position of its end, also after a failure', async () => {
  const ended = [await saved(csv(rowOf('LATER-1'))), await failed(csv('LATER-2,,Omar Haddad,12,5'))];
  for (const { batchId } of ended) {
    const { headers } = await admin.call(getUpload, { params: { batchId: batchId ?? '' } });
    const { rows } = await product.database.pool.query<{ position: string }>(
      `select position from event_store.events where stream = $1 and type = 'BatchFinished'`,
      [`batch-${batchId}`],
    );
    expect(headers['x-position']).toBe(positionOf(Number(rows[0]?.position)));
  }
});

describe('when no row is valid', () => {
  test('writes nothing and reports the reason', async () => {
    const answer = await failed(csv('BAD-1,,Omar Haddad,12,5', 'BAD-2,,,12345678,5'));
    expect(answer).toMatchObject({
      message: 'No lead was saved: all 2 rows have errors',
      summary: { totalRows: 2, validLeads: 0 },
      errorsCount: 2,
    });
    expect(answer.errors.map(({ row }) => row)).toEqual([2, 3]);
  });
  test('reports each row of a repeated file as existing', async () => {
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
    ['columns are missing', 'ID,phone\nA,1\n', /^No lead was saved. Column Customer is missing/, 1],
    ['there is only a header', csv(), /^No lead was saved. There are no rows below the header/, 0],
  ])('because %s', async (_, file, message, errorsCount) => {
    const answer = await failed(file);
    expect(answer).toMatchObject({ message: expect.stringMatching(message), errorsCount });
    expect(answer.errors).toHaveLength(errorsCount);
  });
  test.each([
    ['is empty', '', 'The file is empty'],
    ['is a PDF', '%PDF-1.7', 'The file is a PDF, not a spreadsheet: send .csv, .xlsx or .xls'],
    ['is a web page', '\n<!DOCTYPE html><table>', expect.stringContaining('The file is a web page or XML')],
    [
      'is a zip archive',
      zipOf([{ name: 'leads.csv', content: csv(rowOf('ZIP')) }]),
      'The file is a zip archive, not a workbook: send .csv, .xlsx or .xls',
    ],
    [
      'is a text document',
      zipOf(['_rels/.rels', 'word/document.xml'].map((name) => ({ name, content: '<x/>' }))),
      'The file is another office document, not a spreadsheet: send .csv, .xlsx or .xls',
    ],
    [
      'is a text document of old',
      compound('/WordDocument'),
      'The file is another office document, not a spreadsheet: send .csv, .xlsx or .xls',
    ],
    [
      'is an encrypted workbook',
      compound('/EncryptionInfo', '/EncryptedPackage'),
      'The workbook is encrypted: save it without a password and send that',
    ],
  ])('because the content %s, whatever its name', async (_, file, problem) => {
    for (const preview of [true, false])
      expect(await send(file, {}, { preview })).toMatchObject({ status: 400, errors: { file: problem } });
  });
});

test('dates that can be read in two ways need an order; other dates of the file show it', async () => {
  const dated = (id: string, ...dates: string[]) =>
    csv(...dates.map((date, at) => `${id}-${at},${date},Meera Nair,+91 98765 43210,5`));
  const unclear = dated('ORDER', '03/04/2025', '05/06/2025');
  expect((await failed(unclear)).message).toBe(
    'No lead was saved. The dates can be read in two ways, for example 03/04/2025 in row 2: choose whether the day or the month comes first (dateOrder)',
  );
  const preview = await previewed(unclear);
  expect(preview).toMatchObject({
    dates: { kind: 'ambiguous', example: '03/04/2025', row: 2 },
    newLeads: 0,
    rows: [{ saved: null, errors: [expect.stringContaining('can be read in two ways')] }, {}],
  });
  const { fileId } = preview;
  const dayFirst = await previewed(null, { fileId, dateOrder: 'day-first' });
  const saves = { createdAt: '2025-04-03T00:00:00.000Z', price: 5, total: 5, currency: 'INR' };
  expect(dayFirst).toMatchObject({
    dates: { kind: 'ordered', order: 'day-first', by: 'form' },
    currencies: [{ currency: 'INR', leads: 2 }],
    rows: [{ saved: saves }, {}],
  });
  await saved(null, { fileId, dateOrder: 'day-first' });
  expect(await one('ORDER-0')).toMatchObject({ createdAt: saves.createdAt });

  const shown = dated('SHOWN', '03/04/2025', '31/01/2025');
  expect((await previewed(shown)).dates).toEqual({ kind: 'ordered', order: 'day-first', by: 'file' });
  await saved(shown);
  expect(await one('SHOWN-0')).toMatchObject({ createdAt: '2025-04-03T00:00:00.000Z' });
  await saved(dated('MONTH', '03/04/2025', '01/31/2025'));
  expect(await one('MONTH-0')).toMatchObject({ createdAt: '2025-03-04T00:00:00.000Z' });
});

test('a date without a time zone is a day of the organisation', async () => {
  await admin.ask(changeSettings, { body: { timeZone: 'America/New_York' } });
  await saved(csv('LOCAL-0,2025-03-13,Meera Nair,+91 98765 43210,5'));
  expect(await one('LOCAL-0')).toMatchObject({ createdAt: '2025-03-13T04:00:00.000Z' });
  await admin.ask(changeSettings, { body: { timeZone: 'UTC' } });
});

test('operators without a number share the leads that remain evenly', async () => {
  const [first, second] = operators;
  const sharesOf = async (word: string, ...values: (number | undefined)[]) => {
    // Row 6 is not saved: its operator gets another lead.
    const rows = Array.from({ length: 12 }, (_, at) =>
      at === 4 ? `${word}-4,,,1,1` : rowOf(`${word}-${at}`),
    );
    const users = [first, second].map((one, at) => ({ userId: one?._id, value: values[at] }));
    const { distribution } = await saved(csv(...rows), { users });
    return distribution.map(({ leadsAssigned }) => leadsAssigned);
  };
  expect(await sharesOf('EVEN', undefined, undefined)).toEqual([6, 5]);
  expect(await sharesOf('REST', undefined, 4)).toEqual([7, 4]);
  expect(await sharesOf('NONE', undefined, 0)).toEqual([11, 0]);
});

test('each operator gets the requested number of leads, in the order of the file; the rest is unassigned', async () => {
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

test('uses the price of the offer for every row on request', async () => {
  await saved('ID,Customer,Phone\nPRICE-1,Asha Rao,1234567\n', {
    offer: { offerId: offer._id, useOfferPrice: true },
  });
  expect(await one('PRICE-1')).toMatchObject({
    price: offer.price,
    total: offer.price,
    productName: offer.name,
  });
});

test('two concurrent uploads of the same orders save each once; the loser gets an error for each', async () => {
  const ids = Array.from({ length: 600 }, (_, at) => `RACE-${at}`);
  const file = csv(...ids.map((id, at) => rowOf(id, at)));
  const [userId] = operators.map(({ _id }) => _id);
  const answers = await Promise.all([0, 1].map(() => send(file, { users: [{ userId, value: 100 }] })));
  const results = answers.map(({ status, data, text }) =>
    status === 201 ? UploadResult.parse(data) : UploadFailure.parse(JSON.parse(text)),
  );
  const won = results.map((each) => ('savedLeads' in each ? each.savedLeads : 0));
  expect(won.reduce((sum, n) => sum + n)).toBe(600);
  expect(results.map(({ errorsCount }) => errorsCount)).toEqual(won.map((n) => 600 - n));
  for (const { groups, errorsCount } of results)
    expect(groups).toEqual(errorsCount === 0 ? [] : [{ group: 'Already in Database', count: errorsCount }]);
  for (const [at, each] of results.entries())
    if ('distribution' in each) expect(each.distribution[0]?.leadsAssigned).toBe(Math.min(100, won[at] ?? 0));
  const { rows } = await product.database.pool.query(
    `select count(*)::int as n, count(distinct stream)::int as streams from event_store.events
      where type = 'LeadCreated' and data->>'orderId' like 'RACE-%'`,
  );
  expect(rows).toEqual([{ n: 600, streams: 600 }]);
});
