import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Pool as Postgres } from 'pg';
import { Pool } from 'undici';
import { type Figures, percentiles, rounded } from './figures.ts';

const ROWS = 5_000_000;
const AT_ONCE = 250_000;
const DAYS = 90;
/** How often each query is repeated. */
const TIMES = 5;

/** Typical queries of a log; `deep` is the relative page: 0 the first, 1 the last. */
const questions: { name: string; query: Record<string, string> }[] = [
  { name: 'everything', query: {} },
  { name: 'success', query: { status: 'success' } },
  { name: 'failed', query: { status: 'failed' } },
  { name: 'suppressed', query: { status: 'suppressed' } },
  { name: 'failed, 5xx', query: { status: 'failed', response: '5xx' } },
  { name: '4xx', query: { response: '4xx' } },
  { name: 'nothing answered', query: { response: 'none' } },
  { name: 'a common event', query: { event: 'status_update' } },
  { name: 'a rare event', query: { event: 'lead_rejected' } },
  { name: 'a rare event that failed', query: { event: 'lead_rejected', status: 'failed' } },
  { name: 'a rare event that went well', query: { event: 'lead_rejected', status: 'success' } },
  { name: 'whole days', query: { startDate: daysAgo(40), endDate: daysAgo(10) } },
  {
    name: 'days in India',
    query: { startDate: `${daysAgo(40)}T18:30:00Z`, endDate: `${daysAgo(10)}T18:29:59.999Z` },
  },
  {
    name: 'failed in days in India',
    query: {
      status: 'failed',
      startDate: `${daysAgo(40)}T18:30:00Z`,
      endDate: `${daysAgo(10)}T18:29:59.999Z`,
    },
  },
  { name: 'an hour', query: { startDate: `${daysAgo(20)}T09:00:00Z`, endDate: `${daysAgo(20)}T10:00:00Z` } },
  { name: 'a lead by its order id', query: { search: 'BENCH-7' } },
];

/**
 * Pages of a postback's log and its four cards, with 5,000,000 deliveries of one postback in 90 days: over
 * HTTP, with every filter, at the first, middle and last page.
 */
export async function postbackLogs(): Promise<Figures> {
  const product = await startProduct({ demoLeads: 100 });
  const http = new Pool(product.url, { connections: 1 });
  const db = new Postgres({
    connectionString: product.databaseUrl,
    options: '-c app.tenant=* -c synchronous_commit=off',
    max: 1,
  });
  try {
    const token = await signIn(http);
    const id = await newPostback(http, token);
    const loaded = performance.now();
    await load(db, id);
    console.error(`${ROWS} deliveries in ${Math.round((performance.now() - loaded) / 1000)} s`);
    const times: { what: string; ms: number }[] = [];
    for (const { name, query } of questions) {
      const { total } = await ask(http, token, `/api/postbacks/${id}/logs`, query);
      const pages = Math.max(1, Math.ceil(total / 100));
      for (const page of new Set([1, Math.ceil(pages / 2), pages]))
        for (let n = 0; n < TIMES; n += 1) {
          const { ms } = await ask(http, token, `/api/postbacks/${id}/logs`, {
            ...query,
            page: String(page),
          });
          times.push({ what: `${name}, page ${page} of ${pages}`, ms });
        }
      for (let n = 0; n < TIMES; n += 1)
        times.push({
          what: `${name}, cards`,
          ms: (await ask(http, token, `/api/postbacks/${id}/stats`, query)).ms,
        });
    }
    const slow = [...times].sort((a, b) => b.ms - a.ms).slice(0, 12);
    for (const { what, ms } of slow) console.error(`${rounded(ms).toString().padStart(8)} ms  ${what}`);
    return {
      value: rounded(slow[0]?.ms ?? 0),
      unit: 'ms, the slowest',
      ...percentiles(times.map(({ ms }) => ms)),
      rss_mb: product.rssMb(),
    };
  } finally {
    await http.close();
    await db.end();
    await product.remove();
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Deliveries of a busy partner: 96 of 100 succeeded, the others failed in all possible ways. */
async function load(db: Postgres, postback: string): Promise<void> {
  for (let from = 0; from < ROWS; from += AT_ONCE)
    await db.query(
      `insert into postback_deliveries
         (id, tenant, postback, lead, event_id, event, status, reason, response_status, response_ms, attempts, max_attempts,
          created_at, finished_at)
       select gen_random_uuid(), p.tenant, p.id, gen_random_uuid(), gen_random_uuid(),
              (array['new_lead', 'status_update', 'status_update', 'lead_assigned', 'lead_approved'])[1 + n % 5],
              k.status, case when k.status = 'success' then null else 'Answered' end, k.response_status,
              case when k.response_status is null then null else 40 + n % 900 end,
              case when k.status in ('pending', 'suppressed') then 0 else 1 + (n % 29 = 0)::int end, 4,
              now() - (($3 - n)::float8 / $3) * $4 * interval '1 day', now()
         from generate_series($1::int, $2::int) n
         cross join (select id, tenant from postbacks where id = $5) p
         cross join lateral (
           select case when n % 100 < 96 then 'success' when n % 100 < 98 then 'failed' when n % 100 = 98 then 'retry'
                       when n % 1000 = 99 then 'suppressed' else 'failed' end as status,
                  case when n % 100 < 96 then 200 when n % 100 = 96 then 404 when n % 100 = 97 then 500
                       when n % 100 = 98 then 503 when n % 1000 = 99 then null when n % 300 = 199 then 302 end as response_status
         ) k`,
      [from + 1, from + AT_ONCE, ROWS, DAYS, postback],
    );
  await db.query(`update postback_deliveries set event = 'lead_rejected'
     where id in (select id from postback_deliveries tablesample system (0.2))`);
  await db.query('vacuum analyze postback_deliveries');
  await db.query('vacuum analyze postback_counts');
  await db.query('vacuum analyze postback_half_hours');
}

async function ask(http: Pool, token: string, path: string, query: Record<string, string>) {
  const started = performance.now();
  const { statusCode, body } = await http.request({
    path: `${path}?${new URLSearchParams({ ...query })}`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await body.text();
  const ms = performance.now() - started;
  if (statusCode !== 200) throw new Error(`${path} was refused with ${statusCode}: ${text.slice(0, 300)}`);
  // The product's own answer; a bench reads only the field that it needs.
  const { pagination } = JSON.parse(text) as { pagination?: { total: number } };
  return { total: pagination?.total ?? 0, ms };
}

async function post<T>(http: Pool, path: string, token: string | null, json: unknown): Promise<T> {
  const { statusCode, body } = await http.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(json),
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${path} was refused with ${statusCode}: ${text.slice(0, 300)}`);
  // As above.
  return (JSON.parse(text) as { data: T }).data;
}

const signIn = async (http: Pool) =>
  (
    await post<{ token: string }>(http, '/api/auth/login', null, {
      email: 'admin@demo.test',
      password: 'demo-password',
    })
  ).token;

async function newPostback(http: Pool, token: string): Promise<string> {
  const body = {
    name: 'Busy',
    url: 'https://tracker.example/',
    triggerEvents: ['new_lead'],
    isActive: false,
  };
  const { postback } = await post<{ postback: { _id: string } }>(
    http,
    `/api${createPostback.path}`,
    token,
    body,
  );
  const until = performance.now() + 10_000;
  while (performance.now() < until) {
    const { statusCode, body: answer } = await http.request({
      path: `/api/postbacks/${postback._id}`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.dump();
    if (statusCode === 200) return postback._id;
  }
  throw new Error('The postback does not appear');
}
