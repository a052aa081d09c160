import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@crm/platform/test/product.ts';
import { Client } from 'pg';
import { anOffer } from './console-user.ts';
import { cpuSeconds } from './cost/cpu.ts';
import { type Figures, rounded } from './figures.ts';
import { postLeads } from './ingest.ts';
import { takeLeadLimit } from './lead-limit.ts';

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
/** Without an argument: minutes. `npm run bench -- growth 1000000` takes about 20 minutes more, and 10000000 hours. */
const DEFAULT_SIZE = 100_000;
/** Events per measurement. */
const MEASURED = 5_000;

type Row = { events: number; node: number; postgres: number };

/**
 * Microseconds of CPU per event at growing sizes of the history: append, every projection's fold, and all reactions. The
 * history is kept in bench/data and grows from run to run; sizes that it has passed are not measured again. The value is
 * the cost at the largest size divided by that at the smallest.
 */
export async function growth([limit]: readonly string[]): Promise<Figures> {
  const largest = limit === undefined ? DEFAULT_SIZE : Number(limit);
  const dataDir = path.join(import.meta.dirname, 'data/growth');
  const file = path.join(dataDir, 'growth.json');
  // Written below.
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : [];
  const product = await startProduct({ demoLeads: 0, dataDir });
  const db = new Client(product.databaseUrl);
  try {
    await db.connect();
    if (rows.length === 0) await takeLeadLimit(product.url);
    for (const size of SIZES.filter((each) => each <= largest)) {
      const missing = size - (await headOf(db));
      if (missing < 0) continue;
      // Leads whose customers come again would become cheaper: each is new.
      await postLeads(product.url, anOffer, missing);
      await untilFolded(db);
      const before = cpuSeconds(dataDir);
      await postLeads(product.url, anOffer, MEASURED);
      await untilFolded(db);
      const after = cpuSeconds(dataDir);
      const perEvent = (seconds: number) => rounded((seconds * 1e6) / MEASURED, 0);
      rows.push({
        events: size,
        node: perEvent(after.node - before.node),
        postgres: perEvent(after.postgres - before.postgres),
      });
      writeFileSync(file, JSON.stringify(rows));
    }
  } finally {
    await db.end();
    await product.end('SIGTERM'); // the data stay for the next run
  }
  const [first] = rows;
  const total = ({ node, postgres }: Row) => node + postgres;
  const ratioTo = (row: Row) => rounded(total(row) / (first ? total(first) : 1), 2);
  console.info('     events   µs per event   in the process   in Postgres   to the first');
  for (const row of rows) {
    const cells = [row.events.toLocaleString('en'), total(row), row.node, row.postgres, ratioTo(row)];
    console.info(cells.map((cell, n) => String(cell).padStart([11, 15, 17, 14, 15][n] ?? 0)).join(''));
  }
  const last = rows.at(-1);
  return { value: last ? ratioTo(last) : 0, unit: 'times the cost of an event at 10,000 events' };
}

async function headOf(db: Client): Promise<number> {
  const { rows } = await db.query<{ head: number }>(
    'select coalesce(max(position), 0)::int as head from event_store.events',
  );
  return rows[0]?.head ?? 0;
}

/** Waits until every consumer has passed all events. */
async function untilFolded(db: Client): Promise<void> {
  const head = await headOf(db);
  for (;;) {
    const { rows } = await db.query<{ behind: number }>(
      `select count(*)::int as behind from checkpoints where state = 'live' and position::bigint < $1`,
      [head],
    );
    if (rows[0]?.behind === 0) return;
    await sleep(100);
  }
}
