import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type BackedUpTable, fullName, type Header, type Manifest } from './file/contents.ts';
import { BackupFailed } from './file/failure.ts';
import type { readBackup } from './file/read.ts';
import { copyIn, foreignColumnsIn, isOfProduct, namesOfColumns, quoted } from './tables.ts';

/**
 * Fills the tables of a backup inside a transaction, which the caller commits; after an error the caller ends the connection,
 * which may be in the middle of a COPY. Triggers do not fire: what they would compute is in the backup. Row-level security
 * does not apply to the owner meanwhile, because COPY cannot write under it. Tables and columns that are not the product's
 * are left out.
 *
 * @returns the names of these columns
 * @throws BackupFailed if a table does not take its rows, or has another number of rows than the manifest
 */
export async function fillTables(
  db: Client,
  header: Header,
  entries: ReturnType<typeof readBackup>,
  signal: AbortSignal,
): Promise<string[]> {
  const forced = await underForcedSecurity(db);
  const toFill = header.tables.filter(isOfProduct);
  const all = toFill.map((table) => quoted(db, table));
  await db.query(`truncate ${all.join(', ')}`); // migrations may have added rows
  for (const table of all) await db.query(`alter table ${table} disable trigger user`);
  for (const table of forced) await db.query(`alter table ${table} no force row level security`);
  // COPY cannot pass over a value of a row, so these columns are there while it runs.
  const foreign = await foreignColumnsIn(db, header);
  await alterColumns(db, foreign, (column) => `add column ${column} text`);

  const counts = new Map<string, number>();
  let filling: Filling | null = null;
  const endOfTable = async () => {
    if (filling) counts.set(fullName(filling.table), await filling.end());
    filling = null;
  };
  for await (const entry of entries) {
    signal.throwIfAborted();
    if (entry.kind === 'part') {
      if (!isOfProduct(entry.table)) continue;
      if (filling?.table !== entry.table) {
        await endOfTable();
        filling = beginTable(db, entry.table);
      }
      await filling.write(entry.bytes);
    } else if (entry.kind === 'end') {
      await endOfTable();
      compare(entry.manifest, new Set(toFill.map(fullName)), counts);
    }
  }
  for (const { schema, name, value, used } of header.sequences) {
    const sequence = quoted(db, { schema, name });
    // The sequence of a table that is left out is not there.
    await db.query('select setval(there, $2, $3) from to_regclass($1) there where there is not null', [
      sequence,
      value,
      used,
    ]);
  }
  await alterColumns(db, foreign, (column) => `drop column ${column}`);
  for (const table of forced) await db.query(`alter table ${table} force row level security`);
  for (const table of all) await db.query(`alter table ${table} enable trigger user`);
  return namesOfColumns(foreign);
}

async function alterColumns(
  db: Client,
  tables: readonly BackedUpTable[],
  change: (column: string) => string,
): Promise<void> {
  for (const table of tables)
    for (const column of table.columns)
      await db.query(`alter table ${quoted(db, table)} ${change(db.escapeIdentifier(column))}`);
}

async function underForcedSecurity(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relforcerowsecurity and c.relkind = 'r'`,
  );
  return rows.map((table) => quoted(db, table));
}

type Filling = {
  table: BackedUpTable;
  write: (bytes: Buffer) => Promise<void>;
  /** @returns the number of rows */
  end: () => Promise<number>;
};

/** Begins to send rows to a table. Waits for Postgres, so that memory is bounded. */
function beginTable(db: Client, table: BackedUpTable): Filling {
  const stream = db.query(copyFrom(copyIn(db, table)));
  const end = finished(stream).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupFailed(`The table ${fullName(table)} does not take the rows of the backup (${reason})`, {
      cause: error,
    });
  });
  end.catch(() => {}); // `write` or `end` throws it
  return {
    table,
    async write(bytes) {
      if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), end]);
    },
    async end() {
      stream.end();
      await end;
      return stream.rowCount;
    },
  };
}

function compare(manifest: Manifest, filled: ReadonlySet<string>, counts: ReadonlyMap<string, number>): void {
  for (const { table, rows } of manifest.tables) {
    if (!filled.has(table)) continue;
    const count = counts.get(table) ?? 0;
    if (count !== rows)
      throw new BackupFailed(`The table ${table} has ${count} rows of ${rows}: use another backup`);
  }
}
