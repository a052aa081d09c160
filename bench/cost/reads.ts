import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'undici';
import { z } from 'zod';
import { signIn } from '../console-user.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { cpuSeconds } from './cpu.ts';

const LEADS = 400;
const WARM_ROUNDS = 100;
const ROUNDS = 500;
const AT_ONCE = 2;

type Reader = 'admin' | 'operator';
type Read = { name: string; as: Reader; path: string };

const reads: readonly Read[] = [
  { name: 'leads, 25', as: 'admin', path: '/api/leads?limit=25' },
  { name: 'leads, 100', as: 'admin', path: '/api/leads?limit=100' },
  { name: 'leads of a status and a text', as: 'admin', path: '/api/leads?limit=25&status=hold&search=kumar' },
  { name: "an operator's leads", as: 'operator', path: '/api/operator/leads?limit=25' },
  { name: 'the work queue', as: 'operator', path: '/api/operator/work-queue' },
  { name: "the admin's dashboard", as: 'admin', path: '/api/admin/dashboard-stats' },
  { name: "the operator's dashboard", as: 'operator', path: '/api/operator/dashboard' },
  { name: 'users', as: 'admin', path: '/api/users' },
  { name: 'offers', as: 'admin', path: '/api/offers' },
  { name: 'approvals', as: 'admin', path: '/api/admin/pending-approvals' },
];

const LeadList = z.object({ data: z.array(z.object({ _id: z.string() })) });

/**
 * The cost of the most frequent reads: microseconds of CPU in the product's process and in Postgres per call, in a tenant with
 * few leads, where the fixed cost of a call is most of it. The value is their average. Needs Linux.
 */
export async function costOfReads(): Promise<Figures> {
  const product = await startProduct({ demoLeads: LEADS });
  const pool = new Pool(product.url, { connections: AT_ONCE, pipelining: 1 });
  try {
    const tokens = {
      admin: await signIn(product.url, 'admin@demo.test'),
      operator: await signIn(product.url, 'operator@demo.test'),
    };
    const times: number[] = [];
    const call = async ({ as, path }: Read): Promise<string> => {
      const started = performance.now();
      const authorization = `Bearer ${tokens[as]}`;
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { authorization } });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
      times.push(performance.now() - started);
      return text;
    };
    const newest = await call({ name: 'the newest lead', as: 'admin', path: '/api/leads?limit=1' });
    const [lead] = LeadList.parse(JSON.parse(newest)).data;
    const one: Read = { name: 'one lead', as: 'admin', path: `/api/leads/${lead?._id}` };
    const costs: number[] = [];
    for (const read of [...reads, one]) {
      await inTurns(WARM_ROUNDS, () => call(read));
      const before = cpuSeconds(product.dataDir);
      await inTurns(ROUNDS, () => call(read));
      const after = cpuSeconds(product.dataDir);
      const perCall = (seconds: number) => rounded((seconds * 1e6) / ROUNDS, 0);
      const node = perCall(after.node - before.node);
      const postgres = perCall(after.postgres - before.postgres);
      console.info(
        `${String(node).padStart(6)} µs + ${String(postgres).padStart(5)} in Postgres  ${read.name}`,
      );
      costs.push(node + postgres);
    }
    const average = costs.reduce((sum, each) => sum + each, 0) / costs.length;
    const rss_mb = product.rssMb();
    return { value: rounded(average, 0), unit: 'µs of CPU per read', ...percentiles(times), rss_mb };
  } finally {
    await pool.close();
    await product.remove();
  }
}

async function inTurns(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await work();
    }),
  );
}
