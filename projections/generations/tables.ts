import { createHash } from 'node:crypto';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { AnyProjection, AnyTable } from '../projection.ts';
import type { EventTable } from './fold.ts';

/** The table with the rows of one generation: `leads_g2`. */
export const generationOf = (table: string, generation: number) => `${table}_g${generation}`;

/** A hash of the table definitions, to detect a change without a raised version. */
export function shapeOf(projection: AnyProjection): string {
  const shape = projection.tables.map(({ name, columns, key, indexes, derived, storage }) => ({
    name,
    columns,
    key,
    indexes,
    // What only the view shows is no reason to build the tables again.
    derived: derived?.map(({ shown: _, ...each }) => each),
    storage,
  }));
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16);
}

/** Each table of a projection, including derived ones, with the condition of the rows that its view shows. */
export function definitionsOf(projection: AnyProjection) {
  return projection.tables.flatMap(({ name, columns, key, storage = '', derived = [] }) => [
    { name, columns, unique: `primary key (${key.join(', ')})`, visible: '', storage, shown: {} },
    ...derived,
  ]);
}

/** Creates the empty tables of a generation, with keys and row-level security. */
export async function createTables(client: Db, projection: AnyProjection, generation: number) {
  for (const { name, columns, unique, storage } of definitionsOf(projection)) {
    const table = generationOf(name, generation);
    const lines = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    await client.query(`
      create table ${table} (${lines.join(', ')}, ${unique}) ${storage && `with (${storage})`};
      select protect_tenant_rows('${table}');
    `);
  }
}

/** Builds the index by which `clear` finds rows, unless it exists. */
export async function createClearIndex(
  client: Db,
  table: IndexedTable & Pick<EventTable, 'clear'>,
  generation: number,
) {
  if (table.clear) await createIndex(client, table, table.clear.index, generation);
}

type IndexedTable = Pick<EventTable, 'name' | 'indexes'>;

/** Builds an index that a table declares, unless it exists. */
async function createIndex(
  client: Db,
  { name, indexes = {} }: IndexedTable,
  index: string,
  generation: number,
) {
  const definition = indexes[index];
  if (definition === undefined) return;
  await client.query(
    `create index if not exists ${index}_g${generation} on ${generationOf(name, generation)} ${definition}`,
  );
}

/**
 * Builds the indexes after the rows, which is many times faster than to maintain them while filling. Then vacuum
 * collects the statistics, and fills the visibility map that index-only scans need.
 */
export async function createIndexes(client: Db, projection: AnyProjection, generation: number) {
  for (const table of projection.tables)
    for (const index of Object.keys(table.indexes ?? {})) await createIndex(client, table, index, generation);
  for (const { name } of definitionsOf(projection))
    await client.query(`vacuum (analyze) ${generationOf(name, generation)}`);
}

/** Points the views that queries read at a generation; `before` are the tables of the previous live one. */
export async function switchViews(
  client: Db,
  projection: AnyProjection,
  generation: number,
  before: readonly string[],
) {
  for (const name of before) await client.query(`drop view if exists ${name}`);
  for (const { name, columns, visible, shown = {} } of definitionsOf(projection)) {
    const table = generationOf(name, generation);
    const system = Object.entries(shown).map(([as, column]) => `${column} as ${as}`);
    await client.query(
      `create view ${name} as select ${[...Object.keys(columns), ...system].join(', ')}
         from ${table} ${visible && `where ${visible}`}`,
    );
  }
}

export async function dropTables(client: Db, tables: readonly string[], generation: number) {
  for (const name of tables) await client.query(`drop table if exists ${generationOf(name, generation)}`);
}

/** The columns of a table, with their types without constraints. */
export const columnsOf = (table: Pick<AnyTable<never>, 'columns'>) =>
  Object.entries(table.columns).map(([name, type]) => ({ name, type: bareType(type) }));

const bareType = (type: string) => type.replace(/\s+(not null|collate|default|check)\b.*$/, '').trim();
