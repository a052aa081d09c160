import { migratedTables } from '@crm/platform/postgres/migrate.ts';
import { migratedColumns } from '@crm/platform/postgres/migrated-columns.ts';
import type { ClientBase } from 'pg';
import { type BackedUpTable, fullName, type Header } from './file/contents.ts';

/** The schema of the job queue, whose tables its library creates. */
const QUEUE = 'graphile_worker';
/** The tables of the product. A database may have others, which an administrator created: a restore creates none of them. */
const migrated = new Set(migratedTables());
export const isOfProduct = (table: { schema: string; name: string }) =>
  table.schema === QUEUE || migrated.has(fullName(table));

/**
 * Tables whose rows are not backed up. Migrations run again where a backup is restored. A session, a link or a worker of the
 * past must not work again: it may have ended since the backup.
 */
const leftOut = [
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
 * The tables to back up, each after the tables that it refers to: those that migrations create, so neither read models nor
 * tables of others, and those of the job queue. Columns that Postgres computes are left out.
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
     where c.relkind = 'r' and (n.nspname = $1 or n.nspname || '.' || c.relname = any($2))
       and n.nspname || '.' || c.relname <> all($3)
     order by n.nspname, c.relname`,
    [QUEUE, [...migrated], leftOut],
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

/** The names of tables beside the product's, which a backup leaves out. Tables of extensions belong to the database. */
export async function foreignTablesOf(db: ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'event_store') and c.relkind in ('r', 'p')
        and not (n.nspname = 'public' and (c.relname = 'migrations' or c.relname ~ '_g[0-9]+$'))
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
  );
  return rows.filter((table) => !isOfProduct(table)).map(fullName);
}

/** The names of such tables in a backup: earlier versions backed up every table of the product's schemas. */
export const foreignTablesIn = ({ tables }: Header): string[] =>
  tables.filter((table) => !isOfProduct(table)).map(fullName);

/**
 * The columns of a backup that an administrator had added to tables of the product, without a database to compare with. Those
 * of the job queue's tables, which its library creates, are not found.
 */
export function addedColumnsIn({ tables, migrations }: Header): string[] {
  const own = migratedColumns(migrations);
  return namesOfColumns(
    tables.map((table) => {
      const known = own.get(fullName(table));
      return { ...table, columns: known ? table.columns.filter((column) => !known.has(column)) : [] };
    }),
  );
}

export const namesOfColumns = (tables: readonly BackedUpTable[]): string[] =>
  tables.flatMap((table) => table.columns.map((column) => `${fullName(table)}.${column}`));

/**
 * The columns of a backup that an administrator had added to tables of the product. The tables of this database are those
 * of the backup's migrations.
 */
export async function foreignColumnsIn(db: ClientBase, { tables }: Header): Promise<BackedUpTable[]> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname || '.' || c.relname = any($1) and a.attnum > 0 and not a.attisdropped
      group by 1`,
    [[...migrated]],
  );
  const own = new Map(rows.map(({ name, columns }) => [name, columns]));
  return tables.flatMap((table) => {
    const known = own.get(fullName(table));
    const columns = known ? table.columns.filter((column) => !known.includes(column)) : [];
    return columns.length > 0 ? [{ ...table, columns }] : [];
  });
}

/**
 * The next value of each sequence of the product's tables. A sequence is not part of a transaction: it may be later than the
 * rows, never earlier.
 */
export async function sequencesOf(db: ClientBase): Promise<Header['sequences']> {
  const { rows } = await db.query<{ schema: string; name: string; value: string; used: boolean }>(
    `select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
       last_value is not null as used
     from pg_sequences
     where schemaname = $1 or exists (
       select from pg_depend d join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
        where d.objid = format('%I.%I', schemaname, sequencename)::regclass and d.deptype in ('a', 'i')
          and n.nspname || '.' || c.relname = any($2))
     order by 1, 2`,
    [QUEUE, [...migrated]],
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
