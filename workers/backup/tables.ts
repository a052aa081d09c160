import type { ClientBase } from 'pg';
import { type BackedUpTable, fullName, type Header } from './file/contents.ts';

/** The schemas of the product: its tables, the event store, and the job queue. */
const schemas = ['public', 'event_store', 'graphile_worker'];

/**
 * Tables whose rows are not backed up. Migrations run anew where a backup is restored. A session, a link or a worker of the
 * past must not work again: it may have ended since the backup.
 */
const leftOut = [
  'public.migrations',
  'graphile_worker.migrations',
  'public.sessions',
  'public.password_links',
  'public.setup_link',
  'public.setup_links',
  'public.postback_workers',
];

/** Rows of projections are left out: the first start after a restore computes the read models from the events. */
const ofReactions = `name in (select name from public.checkpoints where tables = '{}')`;
const conditions: Readonly<Record<string, string>> = {
  'public.checkpoints': ofReactions,
  'public.dead_letters': ofReactions,
};

/**
 * The tables to back up, each after the tables that it refers to. Read models (tables of a generation) are none of them, nor
 * are columns that Postgres computes.
 */
export async function tablesOf(db: ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await db.query<BackedUpTable & { refers: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              order by a.attnum) as columns,
       array(select rn.nspname || '.' || r.relname from pg_constraint f
               join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
              where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all($2)
       and not exists (select from public.checkpoints g, unnest(g.tables) t (name)
                        where n.nspname = 'public' and c.relname = t.name || '_g' || g.generation)
       and not (n.nspname = 'public' and c.relname ~ '_g[0-9]+$')
     order by n.nspname, c.relname`,
    [schemas, leftOut],
  );
  const ordered: BackedUpTable[] = [];
  const isPlaced = (name: string) => ordered.some((table) => fullName(table) === name);
  for (let waiting = rows; waiting.length > 0; ) {
    const next = waiting.filter(({ refers }) => refers.every(isPlaced));
    if (next.length === 0) throw new Error(`Tables refer to each other: ${waiting.map(fullName).join(', ')}`);
    ordered.push(...next.map(({ schema, name, columns }) => ({ schema, name, columns })));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The next value of each sequence. A sequence is not part of a transaction: it may be later than the rows, never earlier. */
export async function sequencesOf(db: ClientBase): Promise<Header['sequences']> {
  const { rows } = await db.query<{ schema: string; name: string; value: string; used: boolean }>(
    `select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
       last_value is not null as used
     from pg_sequences where schemaname = any($1) and schemaname || '.' || sequencename <> 'public.migrations_id_seq'
     order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** The statement that prints the rows of a table. */
export function copyOut(db: ClientBase, table: BackedUpTable): string {
  const condition = conditions[fullName(table)];
  return `copy (select ${columnsOf(db, table)} from ${quoted(db, table)} ${condition ? `where ${condition}` : ''}) to stdout`;
}

/** The statement that takes these rows. */
export const copyIn = (db: ClientBase, table: BackedUpTable): string =>
  `copy ${quoted(db, table)} (${columnsOf(db, table)}) from stdin`;

/** The name of a table or sequence in SQL. */
export const quoted = (db: ClientBase, { schema, name }: { schema: string; name: string }): string =>
  `${db.escapeIdentifier(schema)}.${db.escapeIdentifier(name)}`;

const columnsOf = (db: ClientBase, { columns }: BackedUpTable): string =>
  columns.map((column) => db.escapeIdentifier(column)).join(', ');
