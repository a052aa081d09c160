import { startProduct } from '@crm/platform/test/product.ts';
import { Agent } from 'undici';
import { signIn } from './console-user.ts';
import { type Figures, percentiles } from './figures.ts';
import { loaded } from './list/load.ts';

const ROUNDS = 25;
const timeZone = 'Asia/Kolkata';
/** The calls of the dashboards: every range of the admin's, and the operator's. */
const calls = [
  ...['1d', '7d', '30d', '90d'].map((range) => ({
    name: `admin, ${range}`,
    as: 'admin' as const,
    path: `/api/admin/dashboard-stats?range=${range}&timeZone=${timeZone}`,
  })),
  { name: 'operator', as: 'operator' as const, path: `/api/operator/dashboard?timeZone=${timeZone}` },
];

/**
 * The dashboards' calls with a million leads of one year in one tenant, one call after the other. `--leads=N` loads
 * fewer; the first run loads them into bench/data, as `list` does.
 */
export async function dashboards(args: readonly string[]): Promise<Figures> {
  const leads = Number(args.find((arg) => arg.startsWith('--leads='))?.slice('--leads='.length) ?? 1_000_000);
  const { dataDir } = await loaded(leads);
  const product = await startProduct({ demoLeads: 0, dataDir });
  const agent = new Agent();
  try {
    const tokens = {
      admin: await signIn(product.url, 'admin@demo.test'),
      operator: await signIn(product.url, 'operator@demo.test'),
    };
    const timed = calls.map((call) => ({ ...call, times: [] as number[] }));
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { as, path, times, name } of timed) {
        const began = performance.now();
        const answer = await agent.request({
          origin: product.url,
          method: 'GET',
          path,
          headers: { authorization: `Bearer ${tokens[as]}` },
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${text}`);
        if (round > 0) times.push(performance.now() - began); // the first round fills Postgres' cache
      }
    for (const { name, times } of timed) console.info(name, percentiles(times));
    const all = percentiles(timed.flatMap(({ times }) => times));
    return {
      value: all.p95_ms,
      unit: `ms (p95 of ${calls.length} calls at ${leads} leads)`,
      ...all,
      rss_mb: product.rssMb(),
    };
  } finally {
    await agent.close();
    await product.end('SIGTERM');
  }
}
