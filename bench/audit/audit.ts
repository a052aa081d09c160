import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'undici';
import { signIn } from '../console-user.ts';
import { cpuSeconds } from '../cost/cpu.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { loaded, type QuestionValues } from './load.ts';

/** The events of a long run; an argument sets another number: `npm run bench -- audit 200000`. */
const EVENTS = 10_000_000;
/** How often each page is read. */
const TIMES = 8;

type Question = { name: string; query: Record<string, string> };
type Timed = { what: string; times: number[]; node_ms: number; postgres_ms: number };

/** Typical filters, and two that a history grows into: a word that newer events do not have, and a filter without entries. */
const questions = ({ actor, former, stream, ip }: QuestionValues): Question[] => [
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
  { name: 'a word of the past', query: { search: 'formerly' } },
  { name: 'an action that an actor never did', query: { actor: former, action: 'LeadErased' } },
];

/**
 * Pages of the audit history over HTTP: for an admin and a super admin the first page, the next one, and one in the middle
 * of the year; and the causes of a bulk action's change. Prints the median of each, and its CPU time, which does not depend
 * on what else the machine does. The first run loads the events into bench/data.
 */
export async function audit([size]: readonly string[]): Promise<Figures> {
  const events = size === undefined ? EVENTS : Number(size);
  const { dataDir, ...facts } = await loaded(events);
  const product = await startProduct({ demoLeads: 200, dataDir });
  const http = new Pool(product.url, { connections: 1 });
  const timed: Timed[] = [];
  const measure = async (what: string, request: () => Promise<{ ms: number }>) => {
    await request();
    const before = cpuSeconds(dataDir);
    const times: number[] = [];
    for (let n = 0; n < TIMES; n += 1) times.push((await request()).ms);
    const after = cpuSeconds(dataDir);
    const cpu = (of: 'node' | 'postgres') => rounded(((after[of] - before[of]) * 1000) / TIMES);
    timed.push({ what, times, node_ms: cpu('node'), postgres_ms: cpu('postgres') });
  };
  try {
    for (const [path, email] of [
      ['/api/admin/audit-logs', 'admin@demo.test'],
      ['/api/super-admin/audit-logs', 'super@demo.test'],
    ] as const) {
      const token = await signIn(product.url, email);
      for (const { name, query } of questions(facts)) {
        const { older } = await ask(http, token, path, query);
        const pages = {
          first: query,
          ...(older !== null && { second: { ...query, before: older } }),
          middle: { ...query, endDate: facts.middle },
        };
        for (const [page, asked] of Object.entries(pages))
          await measure(`${path} ${name}, ${page} page`, () => ask(http, token, path, asked));
      }
      const changed = await ask(http, token, path, { action: 'LeadStatusChanged', endDate: facts.changed });
      await measure(`${path} why`, () => ask(http, token, `${path}/${changed.first}/why`, {}));
    }
    for (const { what, times, node_ms, postgres_ms } of timed)
      console.error(
        `${percentiles(times).p50_ms.toFixed(1).padStart(8)} ms, CPU ${node_ms} + ${postgres_ms} ms  ${what}`,
      );
    const all = percentiles(timed.flatMap(({ times }) => times));
    return { value: all.p95_ms, unit: `ms, p95 at ${events} events`, ...all, rss_mb: product.rssMb() };
  } finally {
    await http.close();
    await product.end('SIGTERM');
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
  // The product's own answer; a bench reads only these fields.
  const { data } = JSON.parse(text) as { data: { older?: string | null; entries?: { _id: string }[] } };
  return { older: data.older ?? null, first: data.entries?.[0]?._id ?? '', ms };
}
