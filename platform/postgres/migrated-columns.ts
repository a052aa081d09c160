import { readFileSync } from 'node:fs';
import { migrationFiles } from './migrate.ts';

/** A statement about a table in the SQL of the migrations. Each column of a new table has a line of its own. */
const STATEMENT = /^(?:create|alter) table (?:(\w+)\.)?(\w+)([\s\S]*?);(?: --.*)?$/gm;
const COLUMN = /^ {2}(?!(?:primary key|foreign key|unique|check|constraint|add|alter|drop)\b)(\w+) /gm;
const COPIED = /\(like (\w+) /;
const ADDED = /\badd column (\w+)/g;
const RENAMED = /\brename column (\w+) to (\w+)/g;

/**
 * The columns of the tables that these migrations create, by the table's name with its schema: read from the SQL, for a
 * command that has no database with these tables.
 */
export function migratedColumns(migrations: readonly string[]): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  for (const { name, file } of migrationFiles()) {
    if (!migrations.includes(name)) continue;
    for (const [, schema = 'public', table, body = ''] of readFileSync(file, 'utf8').matchAll(STATEMENT)) {
      const copied = COPIED.exec(body)?.[1];
      const columns = new Set(tables.get(copied ? `public.${copied}` : `${schema}.${table}`));
      for (const pattern of [COLUMN, ADDED])
        for (const [, column = ''] of body.matchAll(pattern)) columns.add(column);
      for (const [, before = '', after = ''] of body.matchAll(RENAMED)) {
        columns.delete(before);
        columns.add(after);
      }
      tables.set(`${schema}.${table}`, columns);
    }
  }
  return tables;
}
