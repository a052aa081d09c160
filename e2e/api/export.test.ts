import { closeSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { downloadBatchFile, getBatch, listBatches } from '@crm/contracts/batches/batches.ts';
import { exportLeads, LeadExportResult } from '@crm/contracts/leads/export.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { assignLead, createLead, deleteLead, eraseLead } from '@crm/contracts/leads/write.ts';
import { renameOrganization } from '@crm/contracts/tenants/settings.ts';
import { createUser, deleteUser } from '@crm/contracts/users/users.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { undoHarmless } from '@crm/platform/csv/harmless.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { openSheet } from '@crm/workers/leads/upload/file/open.ts';
import { describe, expect, test } from 'vitest';
import { exportedFile } from './exported-file.ts';
import { sharedProduct } from './product.ts';
import { leadForm, operatorForm } from './samples.ts';

const product = await sharedProduct({ leads: 60 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);
await admin.ask(createLead, {
  body: leadForm({ fullName: '=HYPERLINK("http://x")', productName: 'Tea, "green"', quantity: 3 }),
});
const scratch = scratchFolder();

type Query = Record<string, string>;
/** The position of the last command, sent with reads as consoles do. */
let seen = '';
const fetchFile = (url: string, query: Query = {}, person = admin) =>
  exportedFile(product.app, person, {
    url: `/api${url}`,
    query,
    ...(seen && { headers: { 'x-min-position': seen } }),
  });

/** The rows below the header, as objects by column. */
async function rowsOf(bytes: Buffer): Promise<Record<string, string>[]> {
  const name = path.join(scratch, 'file');
  writeFileSync(name, bytes);
  const file = openSync(name, 'r');
  try {
    const sheet = await openSheet(file);
    const rows: string[][] = [];
    for await (const some of sheet.rows) rows.push(...some.map(({ cells }) => cells));
    const [header = [], ...others] = rows;
    return others.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at] ?? ''])));
  } finally {
    closeSync(file);
  }
}

async function exported(query: Query): Promise<Record<string, string>[]> {
  const reply = await fetchFile('/leads/export', query);
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
  return rowsOf(reply.rawPayload);
}

// A cast: the query is the text of a URL here, and its types are those after parsing.
const listed = async (query: Query): Promise<Lead[]> =>
  (await admin.ask(listLeads, { query: { ...query, limit: 500 } as never })).data;

const all = await listed({});
const [some, other] = all;
const assigned = all.find(({ assignedOperator }) => assignedOperator);
const offered = all.find(({ offer }) => offer);

/** Each filter alone, and combinations. */
const filters: Query[] = [
  {},
  { status: 'hold' },
  { status: 'processing', assignmentStatus: 'unassigned' },
  { assignmentStatus: 'assigned', hasAddress: 'true' },
  { assignedOperator: assigned?.assignedOperator?._id ?? '' },
  { offer: offered?.offer?._id ?? '' },
  { search: other?.fullName.split(' ')[0] ?? '' },
  { orderIds: `${some?.orderId},${other?.orderId}` },
  { commentConnectionStatus: 'no-comments', hasAddress: 'true' },
  { startDate: all.at(20)?.createdAt ?? '', endDate: all.at(5)?.createdAt ?? '' },
];
const sorts = ['createdAt', 'orderId', 'total', 'status'];
const turns = filters.map((filter, at) => ({
  ...filter,
  sortBy: sorts[at % 4] ?? '',
  sortOrder: at % 3 === 0 ? 'desc' : 'asc',
}));

test.each(turns)('contains the rows of the list in its order for %j', async (query) => {
  const leads = await listed(query);
  expect(leads.length).toBeGreaterThan(0);
  const rows = await exported({ ...query, format: turns.indexOf(query) % 2 === 0 ? 'xlsx' : 'csv' });
  expect(rows.map((row) => row['ID'])).toEqual(leads.map(({ _id }) => _id));
});

describe.each(['xlsx', 'csv'])('a .%s', (format) => {
  test('contains the data that the list shows of each lead', async () => {
    const leads = await listed({});
    const harmless = (text: string) => (format === 'csv' && text.startsWith('=') ? `'${text}` : text);
    const rows = await exported({ format });
    for (const [at, lead] of leads.entries())
      expect(rows[at]).toMatchObject({
        'Order ID': lead.orderId,
        'Full name': harmless(lead.fullName),
        Phone: lead.phone,
        Email: lead.email ?? '',
        Status: lead.status,
        Product: lead.productName,
        Offer: lead.offer?.name ?? '',
        Quantity: String(lead.quantity),
        Currency: lead.currency,
        'Assigned to': lead.assignedOperator?.fullName ?? '',
        City: lead.city ?? '',
        Comments: String(lead.commentCount),
        'Last comment': harmless(lead.comments[0]?.content ?? ''),
      });
    expect(rows.map((row) => Number(row['Total']))).toEqual(leads.map(({ total }) => total));
  });
});

test('the file name contains the organisation, the day and the filter', async () => {
  const renamed = await admin.ask(renameOrganization, { body: { organizationName: 'Düft & "Söhne"' } });
  seen = renamed.position ?? '';
  const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const before = today();
  const reply = await fetchFile('/leads/export', {
    status: 'hold',
    format: 'excel',
    timeZone: 'Asia/Kolkata',
  });
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(String(reply.headers['content-disposition'])) ?? [];
  // The day may end meanwhile.
  const names = [before, today()].map((day) => `Düft & Söhne leads ${day} hold.xlsx`);
  expect(names).toContain(decodeURIComponent(name));
  expect(reply.headers['content-type']).toContain('spreadsheetml');
});

test('days are whole days of the time zone, and times are in this zone', async () => {
  const timeZone = 'Pacific/Kiritimati'; // 14 hours ahead of UTC
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(some?.createdAt ?? ''));
  const rows = await exported({ startDate: day, endDate: day, timeZone, format: 'csv' });
  const here = all.filter(
    ({ createdAt }) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(createdAt)) === day,
  );
  expect(rows.map((row) => row['ID'])).toEqual(here.map(({ _id }) => _id));
  const first = rows[0]?.[`Created (${timeZone})`] ?? '';
  expect(Date.parse(`${first.replace(' ', 'T')}+14:00`)).toBe(
    Math.floor(Date.parse(here[0]?.createdAt ?? '') / 1000) * 1000,
  );
});

describe('selected leads', () => {
  test('are exported in the order of the list, as listed ids or as a frozen selection', async () => {
    const ids = [all[5], all[1], all[3]].map((lead) => lead?._id ?? '');
    const inOrder = [all[1], all[3], all[5]].map((lead) => lead?._id);
    const named = await exported({ selectedLeadIds: ids.join(','), format: 'csv' });
    expect(named.map((row) => row['ID'])).toEqual(inOrder);
    const frozen = await admin.ask(freezeSelection, { body: { leadIds: ids } });
    const rows = await exported({ selectionId: frozen.data._id, format: 'xlsx' });
    expect(rows.map((row) => row['ID'])).toEqual(inOrder);
  });

  test('that were deleted since are omitted and counted', async () => {
    const { data } = await admin.ask(createLead, { body: leadForm() });
    const frozen = await admin.ask(freezeSelection, {
      body: { leadIds: [data.lead._id, some?._id ?? ''], sortBy: 'createdAt' },
    });
    const deleted = await admin.ask(deleteLead, { params: { id: data.lead._id } });
    seen = deleted.position ?? '';
    const rows = await exported({ selectionId: frozen.data._id, format: 'csv' });
    expect(rows.map((row) => row['ID'])).toEqual([some?._id]);
    const [batch] = (await admin.ask(listBatches, { query: { kind: 'lead-export' } })).data;
    expect(batch).toMatchObject({ counts: { successful: 1, skipped: 1 }, total: 2 });
  });

  test('of another user are not found', async () => {
    const frozen = await admin.ask(freezeSelection, { body: {} });
    const reply = await fetchFile('/leads/export', { selectionId: frozen.data._id }, rival);
    expect(reply.json()).toMatchObject({ success: false, code: 'selection-not-found' });
    expect(reply.statusCode).toBe(404);
    const foreign = await fetchFile('/leads/export', { selectedLeadIds: some?._id ?? '' }, rival);
    expect(foreign.json()).toMatchObject({ code: 'export-empty' });
  });
});

test('an empty export reports it and appends no event', async () => {
  const before = await product.events();
  const answer = await admin.call(exportLeads, { query: { search: 'nobody at all' } });
  expect(answer).toMatchObject({
    status: 422,
    message: 'Export file is empty. No data matches your filters.',
    code: 'export-empty',
  });
  expect(await product.events()).toBe(before);
});

test('names invalid parameters', async () => {
  const wrong: [Query, string, string][] = [
    [{ format: 'pdf' }, 'format', 'Must be one of excel, xlsx, csv'],
    [{ timeZone: 'Mars/Phobos' }, 'timeZone', 'Must be a time zone, such as Asia/Kolkata'],
    [{ selectedLeadIds: 'one,two' }, 'selectedLeadIds', 'Must be a list of ids, joined by commas'],
    [{ selectedLeadIds: '' }, 'selectedLeadIds', 'Select at least one lead'],
    [{ selectionId: some?._id ?? '', status: 'hold' }, 'selectionId', 'Takes no filters beside it'],
  ];
  for (const [query, field, text] of wrong) {
    const reply = await fetchFile('/leads/export', query);
    expect(reply.statusCode, field).toBe(400);
    expect(reply.json().errors).toMatchObject({ [field]: text });
  }
});

test('the same file is available under the path of reports', async () => {
  const query = { format: 'csv', status: 'approved', sortBy: 'orderId' };
  const [here, there] = [
    await fetchFile('/leads/export', query),
    await fetchFile('/reports/export/leads', query),
  ];
  expect(there.statusCode).toBe(200);
  expect(there.body.split('\n').length).toBeGreaterThan(2);
  expect(there.body).toBe(here.body);
});

test('an operator cannot export, whatever their permissions', async () => {
  const before = await product.events();
  const reply = await fetchFile('/leads/export', {}, operator);
  expect(reply.json()).toMatchObject({ success: false, message: 'Admin privileges required' });
  expect(await product.events()).toBe(before);
});

describe('more than 5,000 leads', () => {
  const TOTAL = 5_200;
  test('are written by a batch, whose file is kept for a day', async () => {
    const me = await product.database.everyTenant.query('select tenant from users where id = $1', [admin.id]);
    const owner = { tenant: TenantId.parse(me.rows[0].tenant), user: UserId.parse(admin.id) };
    // A few leads repeated: only the count matters.
    const ids = Array.from({ length: TOTAL }, (_, at) => all[at % all.length]?._id ?? '');
    const selection = await keepIds(product.database.everyTenant, owner, ids);
    const answer = await admin.ask(exportLeads, { query: { selectionId: selection.id, format: 'csv' } });
    expect(answer.status).toBe(202);
    const { batch } = answer.data;
    expect(batch).toMatchObject({
      kind: 'lead-export',
      title: 'Export 5,200 leads to CSV: selection',
      total: TOTAL,
    });

    await expect
      .poll(async () => (await admin.ask(getBatch, { params: { id: batch._id } })).data.batch.state)
      .toBe('done');
    const done = (await admin.ask(getBatch, { params: { id: batch._id } })).data.batch;
    const { rows, file } = LeadExportResult.parse(done.result);
    expect(rows).toBe(TOTAL);
    expect(Date.parse(file.keptUntil) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const reply = await fetchFile(`/batches/${batch._id}/file`);
    expect(reply.rawPayload.length).toBe(file.size);
    expect((await rowsOf(reply.rawPayload)).map((row) => row['ID'])).toEqual(ids);

    // Neither another tenant nor an operator can read it.
    for (const person of [rival, operator]) {
      const foreign = await fetchFile(`/batches/${batch._id}/file`, {}, person);
      expect(foreign.statusCode).toBe(404);
      expect(foreign.json()).toMatchObject({ code: 'batch-not-found' });
    }
    await product.database.everyTenant.query('update files set expires_at = now()');
    expect(await admin.call(downloadBatchFile, { params: { id: batch._id } })).toMatchObject({
      status: 404,
      message: 'There is no file, or it is gone: files are kept for a day.',
    });
  });
});

test('each export is in the event history with its filter and row count', async () => {
  await exported({ status: 'hold', search: '9', format: 'csv', timeZone: 'Asia/Kolkata' }).catch(() => {});
  const { rows } = await product.database.pool.query(
    `select data from event_store.events where type = 'BatchStarted' order by position desc limit 1`,
  );
  expect(rows[0].data).toMatchObject({
    kind: 'lead-export',
    total: expect.any(Number),
    task: {
      filters: { status: 'hold', search: '9', sortBy: 'createdAt' },
      format: 'csv',
      timeZone: 'Asia/Kolkata',
    },
  });
});

test('both formats have the same texts in every cell, as they were entered', async () => {
  const leaving = (await admin.ask(createUser, { body: operatorForm('leaving') })).data.user._id;
  const awkward = {
    fullName: '=1+1, "quoted"',
    productName: '@Tea;=2\t-3',
    city: "'+91 98200",
    area: 'a\u001fb',
    district: 'न्यू दिल्ली 😀',
    state: '-1',
    remarks: `two\r\nlines\n=3 ${'long '.repeat(390)}end`,
    isUrgent: true,
  };
  const { _id } = (await admin.ask(createLead, { body: leadForm(awkward) })).data.lead;
  const erased = (await admin.ask(createLead, { body: leadForm(awkward) })).data.lead._id;
  await admin.ask(assignLead, { params: { id: _id }, body: { operatorId: leaving } });
  await admin.ask(eraseLead, { params: { id: erased }, body: { reason: 'asked for', confirmed: true } });
  seen = (await admin.ask(deleteUser, { params: { id: leaving } })).position ?? '';

  const [csv, xlsx] = [await exported({ format: 'csv' }), await exported({ format: 'xlsx' })];
  // Instants of .xlsx have milliseconds, and 25 is an amount as good as 25.00. Only .csv keeps control characters.
  const same = (row: Record<string, string>, cell: (text: string) => string) =>
    Object.entries(row).flatMap(([column, text]) =>
      column.endsWith('(UTC)')
        ? []
        : [[column, ['Price', 'Total', 'Advance'].includes(column) && text ? Number(text) : cell(text)]],
    );
  const withoutControl = (text: string) => undoHarmless(text).replace('\u001f', '');
  expect(csv.map((row) => same(row, withoutControl))).toEqual(xlsx.map((row) => same(row, (text) => text)));

  const row = csv.find((each) => each['ID'] === _id) ?? {};
  expect(
    Object.fromEntries(Object.entries(row).map(([column, text]) => [column, undoHarmless(text)])),
  ).toMatchObject({
    'Full name': awkward.fullName,
    Product: awkward.productName,
    City: awkward.city,
    Area: awkward.area,
    District: awkward.district,
    State: awkward.state,
    Remarks: awkward.remarks,
    Phone: '+91 98200 11111',
    Total: '24.99',
    Urgent: 'TRUE',
    'Requires callback': 'FALSE',
    'Assigned to': 'Operator leaving',
    'Assigned to (email)': '',
    Landmark: '',
  });
  expect(csv.find((each) => each['ID'] === erased)).toMatchObject({
    'Full name': '(erased)',
    Remarks: '(erased)',
  });
});
