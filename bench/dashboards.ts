import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@crm/platform/test/product.ts';
import { Agent } from 'undici';
import { signIn } from './console-user.ts';
import { type Figures, percentiles, rounded } from './figures.ts';
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

/** A user reads the dashboard before they open the reports. The columns of the leads go on loading meanwhile. */
const READING_MS = 1_000;
const REPORT_ROUNDS = 5;
const reports = [
  'leads',
  'revenue',
  'conversion',
  'performance',
  'analytics',
  'cohorts',
  'operator-productivity',
];
/** A report over a year, of another day in each round: a report that was made is kept and not counted again. */
const reportPath = (type: string, round: number) =>
  `/api/reports/${type}?startDate=2025-11-${10 + round}&endDate=2026-11-${10 + round}&timeZone=${timeZone}`;

/** Reports over a month, by the time of creation and by that of the decision. */
const monthly = ['leads', 'conversion', 'performance'].flatMap((type) =>
  (['created', 'decided'] as const).map((countBy) => ({ type, countBy })),
);
const monthPath = (type: string, countBy: string, round: number) =>
  `/api/reports/${type}?startDate=2026-08-${10 + round}&endDate=2026-09-${10 + round}&timeZone=${timeZone}&countBy=${countBy}`;

type DashboardFigures = Figures & {
  /** The slowest report over a year, after one of each type. */
  report_ms: number;
  /** The slowest of the first ones of each type. The dashboards before them let the columns of the leads load. */
  first_report_ms: number;
  /** How many times as long a report over a month takes by the time of decision as by that of creation, the medians. */
  decided_ratio: number;
};

/**
 * The calls of the dashboards and reports with a million leads of one year in one tenant, one call after the other.
 * `--leads=N` loads fewer; the first run loads them into bench/data, as `list` does.
 */
export async function dashboards(args: readonly string[]): Promise<DashboardFigures> {
  const leads = Number(args.find((arg) => arg.startsWith('--leads='))?.slice('--leads='.length) ?? 1_000_000);
  const { dataDir } = await loaded(leads);
  const product = await startProduct({ demoLeads: 0, dataDir });
  const agent = new Agent();
  try {
    const tokens = {
      admin: await signIn(product.url, 'admin@demo.test'),
      operator: await signIn(product.url, 'operator@demo.test'),
    };
    /** In ms, until the answer is read. */
    const timeOf = async (as: keyof typeof tokens, path: string) => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${tokens[as]}` };
      const answer = await agent.request({ origin: product.url, method: 'GET', path, headers });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
      return performance.now() - began;
    };
    const noTimes = (): number[] => [];
    const timed = calls.map((call) => ({ ...call, times: noTimes() }));
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { as, path, times } of timed) {
        const ms = await timeOf(as, path);
        if (round > 0) times.push(ms); // the first round fills Postgres' cache
      }
    await sleep(READING_MS);
    const made = reports.map((type) => ({ name: `${type} over a year`, type, times: noTimes() }));
    const first: number[] = [];
    for (let round = 0; round <= REPORT_ROUNDS; round += 1)
      for (const { type, times } of made)
        (round === 0 ? first : times).push(await timeOf('admin', reportPath(type, round)));
    const months = monthly.map((report) => ({
      ...report,
      name: `${report.type} over a month, ${report.countBy}`,
      times: noTimes(),
    }));
    for (let round = 0; round < REPORT_ROUNDS; round += 1)
      for (const { type, countBy, times } of months)
        times.push(await timeOf('admin', monthPath(type, countBy, round)));
    const medianOf = (by: 'created' | 'decided') =>
      percentiles(months.filter(({ countBy }) => countBy === by).flatMap(({ times }) => times)).p50_ms;
    for (const { name, times } of [...timed, ...made, ...months]) console.info(name, percentiles(times));
    const all = percentiles(timed.flatMap(({ times }) => times));
    return {
      value: all.p95_ms,
      unit: `ms (p95 of ${calls.length} calls at ${leads} leads)`,
      ...all,
      first_report_ms: rounded(Math.max(...first), 0),
      report_ms: rounded(Math.max(...made.flatMap(({ times }) => times)), 0),
      decided_ratio: rounded(medianOf('decided') / medianOf('created')),
      rss_mb: product.rssMb(),
    };
  } finally {
    await agent.close();
    await product.end('SIGTERM');
  }
}
