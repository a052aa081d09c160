import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { me } from '@crm/contracts/auth/auth.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { listLeads, listOwnLeads } from '@crm/contracts/leads/read.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import {
  adminAnalytics,
  analyticsReport,
  cohortReport,
  conversionReport,
  generateReport,
  leadReport,
  performanceReport,
  productivityReport,
  reportData,
  revenueReport,
} from '@crm/contracts/reports/reports.ts';
import type { ReportRun } from '@crm/events/reports/events.ts';
import { openSheet } from '@crm/workers/leads/upload/file/open.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct({ leads: 60 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const timeZone = 'Asia/Kolkata';
const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
const startDate = day.format(Date.now() - 89 * 24 * 3600 * 1000);
const endDate = day.format(Date.now());
const query = { startDate, endDate, timeZone };

/** The raw answer of a call. */
const call = (token: string, path: string, body?: object) =>
  product.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
const search = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;
const hashOf = ({ rawPayload }: { rawPayload: Buffer }) =>
  createHash('sha256').update(rawPayload).digest('hex');
const inPeriod = (leads: readonly Lead[]) =>
  leads.filter(({ createdAt }) => day.format(new Date(createdAt)) >= startDate);

test('each report counts the leads of the list, and an operator’s reports only the own leads', async () => {
  const leads = inPeriod((await admin.ask(listLeads, { query: { limit: 500 } })).data);
  const approved = leads.filter(({ status }) => status === 'approved');
  expect(approved.length).toBeGreaterThan(0);
  for (const endpoint of [
    leadReport,
    revenueReport,
    conversionReport,
    cohortReport,
    performanceReport,
    analyticsReport,
    productivityReport,
  ]) {
    const { data } = await admin.ask(endpoint, { query });
    expect([data.totalLeads, data.orders], endpoint.path).toEqual([leads.length, approved.length]);
  }
  const recent = (await admin.ask(adminAnalytics)).data;
  expect(recent.dailyTrends).toHaveLength(30);

  const [lead] = approved;
  const country = lead?.country;
  if (!country) throw new Error('The demo has approved leads with a country');
  const one = (await admin.ask(leadReport, { query: { ...query, country, status: 'approved' } })).data;
  expect(one.totalLeads).toBe(approved.filter((each) => each.country === country).length);
  expect(one.filters).toEqual([
    { name: 'country', value: country },
    { name: 'status', value: 'approved' },
  ]);

  const own = inPeriod((await operator.ask(listOwnLeads, { query: { limit: 500 } })).data);
  expect((await operator.ask(leadReport, { query })).data.totalLeads).toBe(own.length);
  const answers = ['/reports/operator-productivity', '/admin/analytics'].map((path) =>
    call(operator.token, path + search(query)).then(({ statusCode }) => statusCode),
  );
  expect(await Promise.all(answers)).toEqual([403, 403]);
});

test('a report asked for again at its position has the same bytes after the leads changed', async () => {
  const address = (position?: string) =>
    `/reports/leads${search({ ...query, ...(position && { position }) })}`;
  const first = await call(admin.token, address());
  const { position, orders } = reportData.leads.parse(first.json().data);
  const file = (at?: string) =>
    call(admin.token, '/admin/generate-report', {
      reportType: 'leads',
      filters: { ...query, ...(at && { position: at }) },
      format: 'xlsx',
    });
  const firstFile = await file(position);

  const open = (await admin.ask(listLeads, { query: { status: 'processing', limit: 5 } })).data;
  for (const { _id } of open)
    await admin.ask(updateLead, { params: { id: _id }, body: { status: 'approved' } });
  const now = (await admin.ask(leadReport, { query })).data;
  expect(now.orders).toBe(orders + open.length);
  expect(now.position > position).toBe(true);
  expect(hashOf(await call(admin.token, address(position)))).toBe(hashOf(first));
  expect(hashOf(await file(position))).toBe(hashOf(firstFile));

  // Nothing else is kept for this position: another position, another organisation.
  const other = await call(admin.token, `/reports/revenue${search({ ...query, position: '0' })}`);
  expect([other.statusCode, other.json()]).toMatchObject([404, { code: 'report-not-kept' }]);
  // The figures of a screen are not kept.
  const unkept = { ...query, country: 'IN', keep: false };
  const { position: at } = (await admin.ask(performanceReport, { query: unkept })).data;
  const [last] = (await admin.ask(listLeads, { query: { status: 'approved', limit: 1 } })).data;
  await admin.ask(updateLead, { params: { id: last?._id ?? '' }, body: { status: 'hold' } });
  const gone = await call(
    admin.token,
    `/reports/performance${search({ ...query, country: 'IN', position: at })}`,
  );
  expect([gone.statusCode, gone.json()]).toMatchObject([404, { code: 'report-not-kept' }]);
  const rival = await product.signIn(product.people.rivalAdmin);
  expect((await call(rival.token, address(position))).statusCode).toBe(404);
});

test('a report is a spreadsheet that names position, filters and time zone', async () => {
  const filters = { ...query, status: 'approved' as const };
  const report = (await admin.ask(revenueReport, { query: filters })).data;
  const body = { reportType: 'revenue' as const, filters: { ...filters, position: report.position } };
  const xlsx = await call(admin.token, '/admin/generate-report', { ...body, format: 'xlsx' });
  const summary = await firstSheet(xlsx.rawPayload);
  expect(summary).toEqual(
    expect.arrayContaining([
      ['Time zone', timeZone],
      ['Filters', 'Status: approved'],
      ['Position', report.position],
      expect.arrayContaining(['Leads', String(report.totalLeads)]),
    ]),
  );

  const csv = (await call(admin.token, '/admin/generate-report', { ...body, format: 'csv' })).body;
  expect(csv).toContain(`Position,${report.position}\r\n`);
  const lines = csv.split('\r\n').map((line) => line.split(','));
  const start = lines.findIndex(([name]) => name === 'Revenue over time') + 1;
  const { currency = '', amount = 0 } = report.totalRevenue[0] ?? {};
  const column = lines[start]?.indexOf(`Revenue (${currency})`) ?? -1;
  const days = lines.slice(start + 1, start + 1 + report.revenueOverTime.length);
  expect(days.reduce((sum, line) => sum + Number(line[column]), 0)).toBeCloseTo(amount, 2);
  const json = await admin.ask(generateReport, { body: { ...body, format: 'json' } });
  expect(json.data).toEqual(report);
});

/** The cells of the first sheet, without empty rows and cells at the end. */
async function firstSheet(bytes: Buffer): Promise<string[][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-report-'));
  const name = path.join(folder, 'report.xlsx');
  writeFileSync(name, bytes);
  const file = openSync(name, 'r');
  try {
    const rows: string[][] = [];
    for await (const some of (await openSheet(file)).rows) rows.push(...some.map(({ cells }) => cells));
    return rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1));
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

test('a run of a report is an event: the first read of each reader, each file and each print', async () => {
  const month = { ...query, status: 'approved' };
  const runs = async () => {
    const { rows } = await product.database.everyTenant.query<{ data: ReportRun }>(
      `select data from event_store.events
        where type = 'ReportMade' and meta->'actor'->>'id' = $1 and data->>'reportType' = 'conversion'
          and data->'filters'->>'status' = 'approved' order by position`,
      [_id],
    );
    return rows.map(({ data }) => data.format);
  };
  const { _id } = (await admin.ask(me)).data.user;
  const first = (await call(admin.token, `/reports/conversion${search(month)}`)).json();
  const { position } = reportData.conversion.parse(first.data);
  const again = `/reports/conversion${search({ ...month, position })}`;
  for (let n = 0; n < 3; n += 1) await call(admin.token, again);
  expect(await runs()).toEqual(['json']);

  // Without a run: a screen that reads figures, and a refused report.
  await call(admin.token, `${again}&keep=false`);
  await call(admin.token, `/reports/leads${search({ ...month, position: 'zzzz' })}`);
  await call(admin.token, `${again}&printed=true`);
  await call(admin.token, `${again}&printed=true`);
  const body = { reportType: 'conversion', filters: { ...month, position }, format: 'csv' };
  await call(admin.token, '/admin/generate-report', body);
  const keyed = () =>
    product.app.inject({
      method: 'POST',
      url: '/api/admin/generate-report',
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'a-report-file' },
      payload: { ...body, filters: month, format: 'json' },
    });
  const files = [await keyed(), await keyed(), await keyed()];
  expect(new Set(files.map(hashOf)).size).toBe(1);
  expect(await runs()).toEqual(['json', 'print', 'print', 'csv', 'json']);
});

test('rejects wrong periods, names of another organisation and future positions by field', async () => {
  const rival = await product.signIn(product.people.rivalAdmin);
  const foreign = (await rival.ask(listLeads, { query: { limit: 500 } })).data;
  const offer = foreign.flatMap((lead) =>
    typeof lead.offer === 'object' && lead.offer ? [lead.offer._id] : [],
  )[0];
  const stranger = foreign.flatMap(({ assignedOperator }) => assignedOperator?._id ?? [])[0];
  const wrong: [string, Record<string, string>][] = [
    ['startDate', { startDate: '2026-02-02', endDate: '2026-02-01' }],
    ['endDate', { startDate: '2026-01-01', endDate: '2026-02-30' }],
    ['startDate', { startDate: '', endDate: '2026-02-01' }],
    ['endDate', { startDate: '2011-01-01', endDate: '2026-02-01' }],
    ['offer', { ...query, offer: offer ?? '' }],
    ['operator', { ...query, operator: stranger ?? '' }],
    ['position', { ...query, position: 'zzzz' }],
    ['timeZone', { ...query, timeZone: 'Mars/Olympus' }],
    ['campaign', { ...query, campaign: 'x' }],
  ];
  for (const [field, fields] of wrong) {
    const answer = await call(admin.token, `/reports/leads${search(fields)}`);
    expect([answer.statusCode, answer.json()], field).toMatchObject([
      400,
      { errors: { [field]: expect.any(String) } },
    ]);
  }
});
