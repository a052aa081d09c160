import type { Db } from '@crm/platform/postgres/transaction.ts';
import { columnTypes } from '@crm/platform/postgres/types.ts';
import type { Row, Value } from '../projection.ts';

/** The name and Postgres type of a column. */
export type Column = { name: string; type: string };

/** The description of a table for reads and writes, independent of its events. */
export type RowTable = { table: string; columns: readonly Column[]; key: readonly string[] };

/** Returns a function that makes a row's key a text, for lookups in memory. UUIDs are case-insensitive. */
export function keyTextOf({
  columns,
  key,
}: Pick<RowTable, 'columns' | 'key'>): (row: Partial<Row>) => string {
  const parts = key.map((name) => ({
    name,
    uuid: columns.some((c) => c.name === name && c.type === 'uuid'),
  }));
  const [only] = parts;
  const text = (row: Partial<Row>, { name, uuid }: (typeof parts)[number]) => {
    const value = row[name] ?? null;
    if (value === null) return null;
    if (value instanceof Date) return value.toISOString();
    return uuid ? String(value).toLowerCase() : String(value);
  };
  if (only && parts.length === 1) return (row) => String(text(row, only));
  return (row) => JSON.stringify(parts.map((part) => text(row, part)));
}

/** Reads the rows with these keys in one SELECT, by the primary key. */
export async function loadRows(
  tx: Db,
  { table, columns, key }: RowTable,
  keys: readonly Partial<Row>[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const on = columns.filter(({ name }) => key.includes(name));
  const { rows } = await tx.query<Row>({
    name: `load ${table}`,
    text: `/* every tenant: a batch of events is */
           select ${columns.map(({ name }) => `t.${name}`).join(', ')}
           from unnest(${on.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')}) k(${on.map(({ name }) => name).join(', ')})
           join ${table} t using (${on.map(({ name }) => name).join(', ')})`,
    values: on.map((column) => arrayOf(keys, column)),
    types: columnTypes,
  });
  return rows;
}

/**
 * Writes rows in one upsert; one of another tenant with the same key stays. Values are sent as one array per column: half
 * the cost of JSON, measured.
 */
export async function upsertRows(
  tx: Db,
  { table, columns, key }: RowTable,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ name }) => name);
  const rest = names.filter((name) => !key.includes(name));
  const update =
    rest.length > 0
      ? `do update set ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}
           where ${table}.tenant = excluded.tenant`
      : 'do nothing';
  await tx.query({
    name: `upsert ${table}`,
    text: `/* every tenant: a batch of events is */
           insert into ${table} (${names.join(', ')})
           select ${columns.map(({ name, type }) => (isArray(type) ? `${name}::${type}` : name)).join(', ')}
           from unnest(${columns.map(({ type }, i) => `$${i + 1}::${isArray(type) ? 'text' : type}[]`).join(', ')})
             as r(${names.join(', ')})
           on conflict (${key.join(', ')}) ${update}`,
    values: columns.map((column) => arrayOf(rows, column)),
  });
}

/** Deletes, in one statement, the rows that match the values of one of `which`. All entries have the same columns. */
export async function deleteRows(
  tx: Db,
  { table, columns }: RowTable,
  which: readonly Partial<Row>[],
): Promise<void> {
  const [first] = which;
  if (!first) return;
  const on = columns.filter(({ name }) => name in first);
  await tx.query({
    text: `/* every tenant: a batch of events is */
           delete from ${table} t
           using unnest(${on.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')}) k(${on.map(({ name }) => name).join(', ')})
           where ${on.map(({ name }) => `t.${name} = k.${name}`).join(' and ')}`,
    values: on.map((column) => arrayOf(which, column)),
  });
}

const isArray = (type: string) => type.endsWith('[]');

/**
 * One column of many rows as a Postgres array literal, for an `unnest` of several arrays. Without any value it is empty, since
 * unnest fills the shorter arrays with nulls: half of the columns of new leads have no value.
 */
export function arrayOf(rows: readonly Record<string, Value | undefined>[], { name, type }: Column): string {
  if (rows.every((row) => (row[name] ?? null) === null)) return '{}';
  const json = type === 'jsonb' || type === 'json';
  let text = '';
  for (const row of rows) text += `,${json ? quoteJson(row[name]) : literal(row[name])}`;
  return `{${text.slice(1)}}`;
}

const quoteJson = (value: Value | undefined) =>
  value === null || value === undefined ? 'NULL' : quote(JSON.stringify(value));

function literal(value: Value | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return quote(`{${value.map(literal).join(',')}}`);
  throw new TypeError('an object belongs in a jsonb column');
}

const quote = (text: string) => `"${/[\\"]/.test(text) ? text.replace(/[\\"]/g, '\\$&') : text}"`;

/** Whether two rows are equal, so that the write can be skipped. */
export function sameRow(a: Row, b: Row): boolean {
  for (const column in b) if (!sameValue(a[column], b[column])) return false;
  return true;
}

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b); // another key order only causes a harmless write
}
