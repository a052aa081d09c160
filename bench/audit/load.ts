import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { derivedId } from '@crm/events/derived-ids.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'pg';
import { rounded } from '../figures.ts';
import { insertEvents, OF_LEAD, type Tables } from './insert-events.ts';
import { ACTORS, actorOf, tenant } from './samples.ts';

const DAY_MS = 86_400_000;
/** Connections that write chunks, or build indexes, at once. */
const AT_ONCE = 4;
const CHUNK = 100_000;

/** Values of the history to ask for. */
export type QuestionValues = {
  actor: string;
  /** An actor of the first half of the year. */
  former: string;
  stream: string;
  ip: string;
  middle: string;
  /** A moment after changes of the bulk action. */
  changed: string;
};
export type Loaded = QuestionValues & { dataDir: string };

/**
 * The data folder with a year of events: that of an earlier run, or a new one. A product creates tenants, accounts and
 * tables. Events and rows of the audit history are inserted without indexes, which are built afterwards. All consumers are
 * moved behind the events, so that no other read model has these leads, and no hash chain these events.
 */
export async function loaded(events: number): Promise<Loaded> {
  const dataDir = path.join(import.meta.dirname, `../data/audit-${events}-events`);
  const note = path.join(dataDir, 'loaded.json');
  // Written below.
  if (existsSync(note)) return { dataDir, ...(JSON.parse(readFileSync(note, 'utf8')) as QuestionValues) };
  rmSync(dataDir, { recursive: true, force: true });
  const product = await startProduct({ demoLeads: 200, dataDir });
  await product.end('SIGTERM');

  const database = await joinEmbedded({ dataDir, log: openLog('warn') });
  const db = new Pool({
    connectionString: database.superuserUrl('crm'),
    options: '-c maintenance_work_mem=768MB -c synchronous_commit=off',
    max: AT_ONCE,
  });
  db.on('error', () => {}); // an idle connection that the stopping server closes
  const timed = async <T>(done: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    console.error(`${events} events, ${done} in ${rounded((performance.now() - started) / 1000, 0)} s`);
    return result;
  };
  try {
    const tables = await tablesOf(db);
    const built = await dropIndexes(db, [tables.events, tables.rows, tables.texts]);
    const bulkAction = derivedId(tenant, `bulk action of ${events}`);
    const newest = new Date();
    const head = await headOf(db);
    await timed('inserted', () =>
      eachAtOnce(
        Array.from({ length: Math.ceil(events / CHUNK) }, (_, chunk) => chunk * CHUNK),
        async (from) =>
          insertEvents(db, tables, {
            head,
            events,
            newest,
            from,
            to: Math.min(from + CHUNK, events),
            bulkAction,
          }),
      ),
    );
    await timed('indexes', () => eachAtOnce(built, (build) => build()));
    await timed('vacuumed', () =>
      eachAtOnce(Object.values(tables), (table) => db.query(`vacuum (analyze) ${table}`)),
    );
    const last = `(select lpad(max(position)::text, 16, '0') from event_store.events)`;
    await db.query(`update checkpoints set position = ${last}`);
    await db.query(
      `insert into audit_chain_progress (history, position) select id, ${last} from followed_history
       on conflict (one_row) do update set position = excluded.position`,
    );
    await db.query('checkpoint');
    const { rows } = await db.query<{ stream: string }>(
      'select stream from event_store.events where position = $1',
      [head + Math.floor(events / 2 / OF_LEAD) * OF_LEAD],
    );
    const facts: QuestionValues = {
      actor: actorOf(3).id,
      former: actorOf(ACTORS - 1).id,
      stream: rows[0]?.stream ?? '',
      ip: '198.51.100.7',
      middle: new Date(newest.getTime() - 180 * DAY_MS).toISOString(),
      changed: new Date(newest.getTime() - 181 * DAY_MS).toISOString(),
    };
    writeFileSync(note, JSON.stringify(facts));
    return { dataDir, ...facts };
  } finally {
    await db.end();
    await database.stop();
  }
}

async function tablesOf(db: Pool): Promise<Tables> {
  const { rows } = await db.query<{ generation: number }>(
    `select generation from checkpoints where name = 'audit' and state = 'live'`,
  );
  const generation = rows[0]?.generation ?? 1;
  return {
    events: 'event_store.events',
    rows: `audit_events_g${generation}`,
    texts: `audit_texts_g${generation}`,
  };
}

async function headOf(db: Pool): Promise<number> {
  const { rows } = await db.query<{ head: number }>(
    'select (max(position) + 1)::float8 as head from event_store.events',
  );
  return rows[0]?.head ?? 1;
}

/** Drops the indexes and keys of tables. @returns how to build each again, the most expensive first */
async function dropIndexes(db: Pool, tables: readonly string[]): Promise<(() => Promise<void>)[]> {
  const { rows } = await db.query<{ table: string; name: string; sql: string; key: string | null }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
            pg_get_indexdef(i.indexrelid) as sql,
            case c.contype when 'p' then 'primary key' when 'u' then 'unique' end as key
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
      where i.indrelid = any($1::regclass[])
      order by pg_get_indexdef(i.indexrelid) like '%USING gin%' desc, i.indexrelid`,
    [tables],
  );
  for (const { table, name, key } of rows)
    await db.query(
      key ? `alter table ${table} drop constraint ${name.replace(/^.*\./, '')}` : `drop index ${name}`,
    );
  return rows.map(({ table, name, sql, key }) => async () => {
    await db.query(sql);
    const index = name.replace(/^.*\./, '');
    if (key) await db.query(`alter table ${table} add constraint ${index} ${key} using index ${index}`);
  });
}

/** Works off a list by several connections. */
async function eachAtOnce<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = list.values();
  const take = async () => {
    // All share one iterator.
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
