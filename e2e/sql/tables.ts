import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { migrationFolders } from '@crm/platform/postgres/migration-folders.ts';
import { definitionsOf } from '@crm/projections/generations/tables.ts';
import { projections } from '@crm/projections/projections.ts';
import { type Node, parseSync } from 'libpg-query';

/** In execution order, because a later one may copy an earlier one's table. */
const migrations = migrationFolders
  .flatMap((folder) => readdirSync(folder).map((name) => ({ name, file: path.join(folder, name) })))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Tables with a column `tenant` but without tenant data, with the reason. */
export const EXEMPT: ReadonlyMap<string, string> = new Map([
  [
    'dead_letters',
    'events that the program could not apply: its operator reads them, and they may name no tenant',
  ],
]);

/**
 * The tables with a column `tenant`, from the migrations and the projections. Call `loadModule()` of
 * libpg-query first.
 */
export function tenantTables(): ReadonlySet<string> {
  const ofProjections = projections
    .flatMap(definitionsOf)
    .flatMap(({ name, columns }) => ('tenant' in columns ? [name] : []));
  const tables = new Set(ofProjections);
  for (const { file } of migrations)
    for (const { stmt } of parseSync(readFileSync(file, 'utf8')).stmts ?? []) {
      const table = stmt && tableWithTenant(stmt, tables);
      if (table && !EXEMPT.has(table)) tables.add(table);
    }
  return tables;
}

/**
 * The table that gets a column `tenant` from a statement: in its definition, as a copy, or by ALTER TABLE.
 */
function tableWithTenant(stmt: Node, known: ReadonlySet<string>): string | undefined {
  if ('CreateStmt' in stmt) {
    const { relation, tableElts = [] } = stmt.CreateStmt;
    const has = tableElts.some(
      (element) =>
        isTenant(element) ||
        ('TableLikeClause' in element && known.has(element.TableLikeClause.relation?.relname ?? '')),
    );
    // The event store has a schema of its own: it reads events of all tenants.
    return has && !relation?.schemaname ? relation?.relname : undefined;
  }
  if ('AlterTableStmt' in stmt) {
    const { relation, cmds = [] } = stmt.AlterTableStmt;
    const adds = cmds.some(
      (each) => 'AlterTableCmd' in each && each.AlterTableCmd.def && isTenant(each.AlterTableCmd.def),
    );
    return adds ? relation?.relname : undefined;
  }
  return undefined;
}

const isTenant = (node: Node) => 'ColumnDef' in node && node.ColumnDef.colname === 'tenant';
