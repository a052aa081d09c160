import { openLog } from '@crm/platform/log/log.ts';
import { openPools, type Pools } from '@crm/platform/postgres/pools.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { signIn } from '../console-user.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { openList } from './ask.ts';
import { fullScan } from './check.ts';
import { type Combination, combinations, naming } from './combinations.ts';
import { explain } from './explain.ts';
import { type Loaded, loaded } from './load.ts';

const ROUNDS = 12;
const DEEPEST = 'the last page';

/** `first_search_ms`: the slowest search of those that the process had not been asked before. */
type ListFigures = Figures & { slowest_ms: number; first_search_ms: number };

/** A combination with its page, the time of its first answer in the new process, and those of the later ones. */
type Timed = { combination: Combination; page: number; first: number; times: number[] };

/**
 * GET /leads with a million leads in one tenant beside 99 small ones, over a fixed set of filters, sorts,
 * searches and pages. Every answer is checked against a full scan. `--leads=N` loads fewer; `--explain`
 * prints the plans of the slowest five.
 */
export async function list(args: readonly string[]): Promise<ListFigures> {
  const leads = Number(args.find((arg) => arg.startsWith('--leads='))?.slice('--leads='.length) ?? 1_000_000);
  const load = await loaded(leads);
  const product = await startProduct({ demoLeads: 0, dataDir: load.dataDir });
  const pools = openPools(product.databaseUrl, openLog('warn'));
  try {
    const tokens = {
      admin: await signIn(product.url, 'admin@demo.test'),
      operator: await signIn(product.url, 'operator@demo.test'),
    };
    const console_ = openList(product.url, tokens);
    const timed = await checked(await fixedSet(pools, load), console_.ask, pools, load);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { combination, page, times } of timed)
        times.push((await console_.ask(combination.as, { ...combination.query, page })).ms);
    await console_.close();

    const floor = await hundredRows(pools, load);
    const slowest = report(timed);
    if (args.includes('--explain'))
      for (const { combination, page } of slowest) await explain(pools.queries, load, combination, page);
    const all = percentiles(timed.flatMap(({ times }) => times));
    const deepest = timed.find(({ combination }) => combination.name === DEEPEST);
    const middle = timed.filter(({ combination }) => combination.name.startsWith('the page in the middle'));
    console.info(
      `deepest page: p95 ${percentiles(deepest?.times ?? []).p95_ms} ms; ` +
        `the middle: p95 ${percentiles(middle.flatMap(({ times }) => times)).p95_ms} ms`,
    );
    // A process keeps what a search found, so the later answers do not say how long a new search takes.
    const searches = timed.filter(({ combination }) => combination.query.search);
    return {
      value: all.p95_ms,
      unit: `ms (p95 of ${timed.length} combinations at ${leads} leads)`,
      floor: rounded(floor, 2),
      ratio: rounded(all.p95_ms / floor),
      ...all,
      slowest_ms: rounded(Math.max(...timed.flatMap(({ times }) => times))),
      first_search_ms: rounded(Math.max(...searches.map(({ first }) => first))),
      rss_mb: product.rssMb(),
    };
  } finally {
    await pools.end();
    await product.end('SIGTERM');
  }
}

/** The combinations, including those that name existing leads. */
async function fixedSet(pools: Pools, { tenant, leads }: Loaded): Promise<readonly Combination[]> {
  const { rows } = await pools.projections.query<{ order_id: string; phone_digits: string }>(
    'select order_id, phone_digits from leads where tenant = $1 and number % $2 = 0 order by number limit 500',
    [tenant, Math.max(1, Math.floor(leads / 500))],
  );
  const some = rows[Math.floor(rows.length / 3)];
  return [
    ...combinations,
    ...naming(
      rows.map(({ order_id }) => order_id),
      some?.phone_digits ?? '',
    ),
  ];
}

/** Requests each once, computes the page of deep ones, and compares the answer with a full scan. */
async function checked(
  cases: readonly Combination[],
  ask: ReturnType<typeof openList>['ask'],
  pools: Pools,
  { tenant }: Loaded,
): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const one of cases) {
    const { total, ms: first } = await ask(one.as, one.query);
    const pages = Math.max(1, Math.ceil(total / (one.query.limit ?? 100)));
    const page = 'deep' in one ? Math.max(1, Math.ceil(pages * Number(one.deep))) : 1;
    const answer = await ask(one.as, { ...one.query, page });
    const right = await fullScan(pools.queries, tenant, one, page);
    if (answer.total !== right.total || answer.ids.join() !== right.ids.join())
      throw new Error(
        `'${one.name}', page ${page}: ${answer.total} leads, ${right.total} by a full scan; ` +
          `first ${answer.ids[0]}, by a full scan ${right.ids[0]}`,
      );
    console.info(`right: ${one.name}, page ${page} of ${pages}, ${total} leads`);
    timed.push({ combination: one, page, first, times: [] });
  }
  return timed;
}

/** Prints a line per combination, the slowest last; returns the slowest five. */
function report(timed: readonly Timed[]): Timed[] {
  const median = ({ times }: Timed) => percentiles(times).p50_ms;
  const sorted = timed.toSorted((a, b) => median(a) - median(b));
  for (const one of sorted) {
    const { p50_ms, p95_ms } = percentiles(one.times);
    console.info(
      `${p50_ms.toFixed(1).padStart(8)} ms (p95 ${p95_ms}): ${one.combination.name}, page ${one.page}`,
    );
  }
  return sorted.slice(-5);
}

/** SELECTs of a hundred rows by primary key: milliseconds per statement. */
async function hundredRows(pools: Pools, { tenant }: Loaded): Promise<number> {
  const { rows } = await pools.projections.query<{ ids: string[] }>(
    `select array_agg(id) as ids from (
       select id, number % 2000 as page from leads where tenant = $1 and number < 200000 order by random()) l
      group by page limit 200`,
    [tenant],
  );
  const started = performance.now();
  for (const { ids } of rows) await pools.projections.query('select * from leads where id = any($1)', [ids]);
  return (performance.now() - started) / rows.length;
}
