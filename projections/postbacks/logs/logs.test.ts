import { randomUUID } from 'node:crypto';
import {
  getLog,
  type LogFilters,
  listLogs,
  postbackStats,
  retryPostback,
} from '@crm/contracts/postbacks/logs.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { PostbackId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { postbackCreated } from '@crm/events/postbacks/story.ts';
import { type TriggerEvent, triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { leadStream, postbackStream } from '@crm/events/streams.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../../test/world.ts';
import { errorIn } from './log.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const [tenant, rival] = [newTenant(), newTenant()];
const admin = callerOf('admin', tenant);
const postback = PostbackId.parse(randomUUID());

const statuses = ['success', 'success', 'failed', 'pending', 'retry', 'suppressed'] as const;
type SampleLog = {
  id: string;
  orderId: string;
  event: TriggerEvent;
  status: (typeof statuses)[number];
  responseStatus: number | null;
  ms: number | null;
  attempts: number;
  at: Date;
};
const orders = ['A-1', 'A-2', 'B-1'];
const logs: SampleLog[] = [];

beforeAll(async () => {
  await world.say(postbackStream(postback), tenant, [postbackCreated()]);
  for (const orderId of orders) {
    const details = {
      ...blankDetails,
      customer: {
        ...blankDetails.customer,
        fullName: `Name of ${orderId}`,
        phone: `+91 98765 0000${orders.indexOf(orderId)}`,
      },
    };
    await world.say(leadStream(leadIdOf(tenant, orderId)), tenant, [
      { type: 'LeadCreated', data: { orderId, details } },
    ]);
  }
  const { pick, below } = randomFrom(7);
  for (let n = 0; n < 400; n += 1) {
    const status = pick(statuses);
    const tried = status !== 'pending' && status !== 'suppressed';
    const succeeded = status === 'success' ? 200 : null;
    logs.push({
      id: randomUUID(),
      orderId: pick(orders),
      event: pick(triggerEvents),
      status,
      responseStatus: tried && status !== 'success' ? pick([302, 404, 500, null]) : succeeded,
      ms: tried ? below(2000) : null,
      attempts: tried ? 1 + below(3) : 0,
      // Five days, with many rows at the same time.
      at: new Date(Date.UTC(2025, 2, 1 + below(5), below(24), 30 * below(2))),
    });
  }
  for (const { id, orderId, event, status, responseStatus, ms, attempts, at } of logs)
    await db.everyTenant.query(
      `insert into postback_deliveries (id, tenant, postback, lead, event_id, event, status, reason, response_status,
         response_ms, attempts, max_attempts, created_at)
       values ($1, $2, $3, $4, gen_random_uuid(), $5, $6, null, $7, $8, $9, 4, $10)`,
      [id, tenant, postback, leadIdOf(tenant, orderId), event, status, responseStatus, ms, attempts, at],
    );
});

const classOf = (status: number | null) => (status === null ? 'none' : `${Math.floor(status / 100)}xx`);

/** The filters as a plain check of one delivery. */
function matches(
  log: SampleLog,
  { status, event, response, startDate, endDate, search }: LogFilters,
): boolean {
  if (status && log.status !== status) return false;
  if (event && log.event !== event) return false;
  if (response && classOf(log.responseStatus) !== response) return false;
  const at = log.at.toISOString();
  if (startDate && at < startDate) return false;
  if (endDate && at > (endDate.length === 10 ? `${endDate}T23:59:59.999Z` : endDate)) return false;
  if (search && !`${log.orderId} name of ${log.orderId}`.toLowerCase().includes(search.toLowerCase()))
    return false;
  return true;
}

const newestFirst = (a: SampleLog, b: SampleLog) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);
const found = (filters: LogFilters) => logs.filter((log) => matches(log, filters)).sort(newestFirst);

const filterCases: LogFilters[] = [
  {},
  ...(['success', 'failed', 'pending', 'retry', 'suppressed'] as const).map((status) => ({ status })),
  { event: 'lead_approved' },
  ...(['2xx', '3xx', '4xx', '5xx', 'none'] as const).map((response) => ({ response })),
  { status: 'failed', response: '5xx' },
  { status: 'success', response: '5xx' },
  { status: 'failed', event: 'new_lead', response: '4xx' },
  { status: 'success', event: 'new_lead' },
  { startDate: '2025-03-02', endDate: '2025-03-03' },
  { startDate: '2025-03-04' },
  { endDate: '2025-03-02' },
  { startDate: '2025-03-02T11:00:00.000Z', endDate: '2025-03-04T12:30:00.000Z' },
  { startDate: '2025-03-02T11:00:00.000Z', endDate: '2025-03-02T12:30:00.000Z' },
  { startDate: '2025-03-02T23:00:00.000Z', endDate: '2025-03-03T01:00:00.000Z', status: 'failed' },
  { startDate: '2025-03-02T11:00:00.000Z', status: 'retry', response: 'none' },
  { startDate: '2026-01-01' },
  { search: 'A-1' },
  { search: 'of b-1' },
  { search: 'Name of B-1', status: 'failed', startDate: '2025-03-02' },
  { search: 'nobody' },
];

describe.each(filterCases)('the log by %o', (filters) => {
  test('shows every delivery once, newest first, and counts them', async () => {
    const expected = found(filters).map(({ id }) => id);
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / 50) + 1; page += 1) {
      const { data, pagination } = await world.ask(listLogs, admin, {
        params: { id: postback },
        query: { ...filters, page, limit: 50 },
      });
      expect(pagination?.total).toBe(expected.length);
      seen.push(...data.map(({ _id }) => _id));
    }
    expect(seen).toEqual(expected);
  });

  test('sums them up on the cards', async () => {
    const all = found(filters);
    const of = (...wanted: string[]) => all.filter(({ status }) => wanted.includes(status));
    const times = all.flatMap(({ ms }) => ms ?? []);
    const percent = (part: number, whole: number) =>
      whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
    const tried = of('success', 'failed', 'retry');
    const { data } = await world.ask(postbackStats, admin, { params: { id: postback }, query: filters });
    expect(data).toEqual({
      totalSent: of('success', 'failed').length,
      totalSuccess: of('success').length,
      totalFailed: of('failed').length,
      totalPending: of('pending', 'retry').length,
      totalSuppressed: of('suppressed').length,
      successRate: percent(of('success').length, of('success', 'failed').length),
      retryRate: percent(tried.filter(({ attempts }) => attempts > 1).length, tried.length),
      averageResponseTime:
        times.length === 0 ? 0 : Math.round(times.reduce((a, b) => a + b, 0) / times.length),
    });
  });
});

describe('a search that more than 2,000 leads match', () => {
  const postbackOfMany = PostbackId.parse(randomUUID());
  const ofMany = newTenant();
  const adminOfMany = callerOf('admin', ofMany);
  const params = { id: postbackOfMany };
  const message = 'More than 2,000 leads match the search, so not all deliveries are found. Add words to it.';

  beforeAll(async () => {
    await world.say(postbackStream(postbackOfMany), ofMany, [postbackCreated()]);
    await db.everyTenant.query(
      `insert into lead_search (id, tenant, number, search)
       select gen_random_uuid(), $1, n, 'asha ' || case when n <= 2000 then 'rao' else 'das' end
         from generate_series(1, 2001) n`,
      [ofMany],
    );
  });

  test('says in list and figures that deliveries are missing', async () => {
    const asha = { params, query: { search: 'asha' } };
    expect(await world.result(listLogs, adminOfMany, asha)).toMatchObject({ kind: 'done', message });
    expect(await world.result(postbackStats, adminOfMany, asha)).toMatchObject({ kind: 'done', message });
  });

  test('is refused as a retry, also when it is only counted', async () => {
    const retry = (body: object) => world.result(retryPostback, adminOfMany, { params, body });
    const filters = { search: 'asha' };
    const refusal = { kind: 'refused', refusal: 'postback-search-too-wide', message };
    expect(await retry({ filters })).toMatchObject(refusal);
    expect(await retry({ filters, dryRun: true })).toMatchObject(refusal);
  });

  test('is complete with another word', async () => {
    const rao = { params, query: { search: 'asha rao' } };
    const answer = await world.result(listLogs, adminOfMany, rao);
    expect(answer.kind).toBe('done');
    expect(answer).not.toHaveProperty('message');
  });
});

test('counts stay correct when deliveries change or are deleted', async () => {
  const other = PostbackId.parse(randomUUID());
  await world.say(postbackStream(other), tenant, [postbackCreated()]);
  await db.everyTenant.query(
    `insert into postback_deliveries (id, tenant, postback, lead, event_id, event, status, max_attempts, created_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 'new_lead', 'pending', 4, now() - n * interval '5 hours'
       from generate_series(1, 30) n`,
    [tenant, other],
  );
  await db.everyTenant.query(
    `update postback_deliveries set status = 'failed', attempts = 4, response_status = 500 where postback = $1`,
    [other],
  );
  await db.everyTenant.query(
    `delete from postback_deliveries where postback = $1 and created_at < now() - interval '102 hours'`,
    [other],
  );
  const ask = async (query: LogFilters) =>
    (await world.ask(listLogs, admin, { params: { id: other }, query })).pagination?.total;
  expect(await ask({})).toBe(20);
  expect(await ask({ status: 'failed', response: '5xx' })).toBe(20);
  expect(await ask({ status: 'pending' })).toBe(0);
  // The leads of these deliveries do not exist.
  const { data } = await world.ask(listLogs, admin, { params: { id: other }, query: { limit: 1 } });
  expect(data).toMatchObject([{ lead: null, postbackTemplate: { name: 'Tracker' } }]);
});

test('returns one delivery with its requests and responses', async () => {
  const log = logs.find(({ status, responseStatus }) => status === 'failed' && responseStatus === 500);
  if (!log) throw new Error('There is one');
  for (const attempt of [1, 2])
    await db.everyTenant.query(
      `insert into postback_attempts values ($1, $2, $3, now(), 'POST', 'https://tracker.example/',
         '{"user-agent":"LMS","authorization":"••••••"}', '{"a":1}', 500, '{"server":"x"}', $4, false, 12, null)`,
      [log.id, attempt, tenant, attempt === 2 ? '{"error":"No such click","apiError":"E42"}' : null],
    );
  const { data } = await world.ask(getLog, admin, { params: { id: postback, logId: log.id } });
  expect(data.log).toMatchObject({
    _id: log.id,
    correlationId: null, // the sample deliveries have no events
    status: 'failed',
    lead: { orderId: log.orderId, fullName: `Name of ${log.orderId}` },
    requestMethod: 'POST',
    userAgent: 'LMS',
    requestBody: '{"a":1}',
    responseBody: '{"error":"No such click","apiError":"E42"}',
    errorDetails: { message: 'No such click', apiError: 'E42' },
    attempts: [
      { attemptNumber: 1, responseStatus: 500 },
      { attemptNumber: 2, responseStatus: 500 },
    ],
  });
});

test('has the last request and response in each row, with a long body cut', async () => {
  const [tried, waiting] = ['failed', 'pending'].map((status) =>
    logs.findLast((log) => log.status === status && log.event === 'lead_approved'),
  );
  if (!tried || !waiting) throw new Error('The samples have both');
  for (const [attempt, body] of ['first', 'x'.repeat(1_500)].entries())
    await db.everyTenant.query(
      `insert into postback_attempts values ($1, $2, $3, now(), 'GET', 'https://p.test/?try=' || $2::smallint,
         '{"user-agent":"LMS"}', null, 404, '{"server":"x"}', $4, false, 12, null)`,
      [tried.id, attempt + 1, tenant, body],
    );
  const query = { event: 'lead_approved' as const, limit: 500 };
  const { data } = await world.ask(listLogs, admin, { params: { id: postback }, query });
  expect(data.find(({ _id }) => _id === tried.id)).toMatchObject({
    requestMethod: 'GET',
    requestUrl: 'https://p.test/?try=2',
    userAgent: 'LMS',
    requestHeaders: { 'user-agent': 'LMS' },
    responseHeaders: { server: 'x' },
    responseBody: 'x'.repeat(1_000),
    responseCut: true,
  });
  expect(data.find(({ _id }) => _id === waiting.id)).toMatchObject({
    requestMethod: '',
    requestHeaders: {},
    responseBody: null,
    responseCut: false,
  });
});

test("does not find another tenant's logs", async () => {
  const stranger = callerOf('admin', rival);
  const params = { id: postback };
  const logId = logs[0]?.id ?? '';
  expect(await world.refusal(listLogs, stranger, { params, query: {} })).toBe('postback-not-found');
  expect(await world.refusal(postbackStats, stranger, { params, query: {} })).toBe('postback-not-found');
  expect(await world.refusal(getLog, stranger, { params: { ...params, logId } })).toBe('postback-not-found');
  expect(await world.refusal(getLog, admin, { params: { ...params, logId: randomUUID() } })).toBe(
    'postback-log-not-found',
  );
});

test.each([
  ['{"error":"No such click"}', { message: 'No such click', apiError: null }],
  ['{"status":"error","message":"Nope"}', { message: 'Nope', apiError: null }],
  ['{"error":{"code":7},"apiError":"E1"}', { message: '{"code":7}', apiError: 'E1' }],
  ['{"error":true}', { message: 'Unknown error', apiError: null }],
  ['{"status":"error","error":null,"message":"Nope"}', { message: 'Nope', apiError: null }],
  ['{"status":"ok"}', null],
  ['{"status":"ok","error":null}', null],
  ['{"success":true,"error":false}', null],
  ['{"error":"","errorCode":0}', null],
  ['{"error":0}', null],
  ['{"error":[]}', null],
  ['not json', null],
  ['null', null],
  [null, null],
])('extracts the error from the response %s', (body, error) => expect(errorIn(body)).toEqual(error));
