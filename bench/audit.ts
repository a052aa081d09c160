import { startProduct } from '@crm/platform/test/product.ts';
import { Pool as Postgres } from 'pg';
import { Pool } from 'undici';
import { loadHistory } from './audit-history.ts';
import { signIn } from './console-user.ts';
import { type Figures, percentiles, rounded } from './figures.ts';

/** The events of a long run; an argument sets another number: `npm run bench -- audit 200000`. */
const EVENTS = 10_000_000;
/** How often each page is read. */
const TIMES = 8;

type Question = { name: string; query: Record<string, string> };

/**
 * Pages of the audit history over HTTP with typical filters: for an admin and a super admin the first page, the next one,
 * and one in the middle of the year.
 */
export async function audit([size]: readonly string[]): Promise<Figures> {
  const product = await startProduct({ demoLeads: 200 });
  const http = new Pool(product.url, { connections: 1 });
  const db = new Postgres({
    connectionString: product.databaseUrl,
    options: '-c app.tenant=* -c maintenance_work_mem=512MB -c statement_timeout=0',
    max: 1,
  });
  try {
    const loaded = performance.now();
    const events = size === undefined ? EVENTS : Number(size);
    const { actor, stream, ip } = await loadHistory(db, events);
    console.error(`${events} events in ${rounded((performance.now() - loaded) / 1000, 0)} s`);
    const middle = new Date(Date.now() - 180 * 86_400_000).toISOString();
    const questions: Question[] = [
      { name: 'everything', query: {} },
      { name: 'an actor', query: { actor } },
      { name: 'a common action', query: { action: 'LeadStatusChanged' } },
      { name: 'a rare action', query: { action: 'LeadDeleted' } },
      { name: 'an actor and an action', query: { actor, action: 'LeadCommented' } },
      { name: 'an IP address', query: { ip } },
      { name: 'a record', query: { subject: stream } },
      { name: 'a common field', query: { field: 'Status' } },
      { name: 'a rare field', query: { field: 'Phone' } },
      { name: 'a field of an actor', query: { field: 'Status', actor } },
      { name: 'a common word', query: { search: 'hold' } },
      { name: 'a rare word', query: { search: 'w00042x' } },
      { name: 'nothing', query: { search: 'no such word' } },
    ];
    const times: { what: string; ms: number }[] = [];
    for (const [path, email] of [
      ['/api/admin/audit-logs', 'admin@demo.test'],
      ['/api/super-admin/audit-logs', 'super@demo.test'],
    ] as const) {
      const token = await signIn(product.url, email);
      for (const { name, query } of questions) {
        const { older } = await ask(http, token, path, query);
        const pages = {
          first: query,
          middle: { ...query, endDate: middle },
          ...(older !== null && { second: { ...query, before: older } }),
        };
        for (const [page, asked] of Object.entries(pages))
          for (let n = 0; n < TIMES; n += 1)
            times.push({
              what: `${path} ${name}, ${page} page`,
              ms: (await ask(http, token, path, asked)).ms,
            });
      }
    }
    const slow = [...times].sort((a, b) => b.ms - a.ms).slice(0, 12);
    for (const { what, ms } of slow) console.error(`${rounded(ms).toString().padStart(8)} ms  ${what}`);
    const all = percentiles(times.map(({ ms }) => ms));
    return { value: all.p95_ms, unit: 'ms, p95', ...all, rss_mb: product.rssMb() };
  } finally {
    await http.close();
    await db.end();
    await product.remove();
  }
}

async function ask(http: Pool, token: string, path: string, query: Record<string, string>) {
  const started = performance.now();
  const { statusCode, body } = await http.request({
    path: `${path}?${new URLSearchParams(query)}`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await body.text();
  const ms = performance.now() - started;
  if (statusCode !== 200) throw new Error(`${path} was refused with ${statusCode}: ${text.slice(0, 300)}`);
  // The product's own answer; a bench reads only the field that it needs.
  const { data } = JSON.parse(text) as { data: { older: string | null } };
  return { older: data.older, ms };
}
