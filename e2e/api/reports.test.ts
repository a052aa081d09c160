import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { me } from '@crm/contracts/auth/auth.ts';
import type { Lead } from '@crm/contracts/leads/lead.ts';
import { listLeads, listOwnLeads } from '@crm/contracts/leads/read.ts';
import { updateLead } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
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

test('every report rejects wrong periods, foreign names and future positions by field', async () => {
  const rival = await product.signIn(product.people.rivalAdmin);
  const offer = (await rival.ask(listOffers)).data[0]?._id ?? '';
  const wrong: [string, Record<string, string>][] = [
    ['startDate', { startDate: '2026-02-02', endDate: '2026-02-01' }],
    ['endDate', { startDate: '2026-01-01', endDate: '2026-02-30' }],
    ['startDate', { startDate: '', endDate: '2026-02-01' }],
    ['endDate', { startDate: '2011-01-01', endDate: '2026-02-01' }],
    ['startDate', { startDate: '1999-12-31', endDate: '2000-02-01' }],
    ['offer', { ...query, offer }],
    ['offer', { ...query, offer: 'tea' }],
    ['operator', { ...query, operator: rival.id }],
    ['position', { ...query, position: 'zzzz' }],
    ['timeZone', { ...query, timeZone: 'Mars/Olympus' }],
    ['countBy', { ...query, countBy: 'called' }],
    ['campaign', { ...query, campaign: 'x' }],
  ];
  const read = [
    'leads',
    'revenue',
    'conversion',
    'performance',
    'cohorts',
    'analytics',
    'operator-productivity',
  ];
  type Asking = (fields: Record<string, string>) => ReturnType<typeof call>;
  const asking: [string, string, Asking][] = [
    ...[...read.map((type) => `/reports/${type}`), '/admin/analytics'].map(
      (path): [string, string, Asking] => [path, '', (fields) => call(admin.token, path + search(fields))],
    ),
    ['custom', '', (fields) => call(admin.token, '/reports/custom', { ...fields, groupBy: 'day' })],
    [
      'generate',
      'filters.',
      (filters) => call(admin.token, '/admin/generate-report', { reportType: 'leads', filters }),
    ],
    [
      'recompute',
      'filters.',
      (filters) =>
        call(admin.token, '/reports/recompute', {
          reportType: 'leads',
          filters: { position: '0', ...filters },
        }),
    ],
  ];
  for (const [name, prefix, ask] of asking)
    for (const [field, fields] of wrong) {
      // At a past position there may have been another offer or operator: its batch fails.
      if (name === 'recompute' && [offer, rival.id].includes(fields[field] ?? '')) continue;
      const answer = await ask(fields);
      const { errors } = answer.json();
      expect([name, answer.statusCode, Object.keys(errors ?? {})], JSON.stringify(fields)).toEqual([
        name,
        400,
        [prefix + field],
      ]);
      expect(Object.values(errors), name).toEqual([expect.stringMatching(/./)]);
    }
});

test('a dashboard rejects a wrong range or time zone by field', async () => {
  for (const [path, field] of [
    ['/admin/dashboard-stats?range=2d', 'range'],
    ['/admin/dashboard-stats?timeZone=Mars', 'timeZone'],
    ['/admin/dashboard-stats?offer=x', 'offer'],
    ['/operator/dashboard?timeZone=Mars', 'timeZone'],
    ['/admin/work?timeZone=Mars', 'timeZone'],
  ] as const) {
    const answer = await call(admin.token, path);
    expect([answer.statusCode, answer.json()], path).toMatchObject([
      400,
      { errors: { [field]: expect.any(String) } },
    ]);
  }
});
