import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { sharedProduct } from './product.ts';

/** Searches the whole database and data folder of a product for personal data, and reads the keys of leads. */
export function personalPlaces(product: Awaited<ReturnType<typeof sharedProduct>>) {
  const pool = product.database.everyTenant;

  /** Where these texts are: the tables with the number of rows, and files of the data folder. */
  async function placesOf(texts: readonly string[]): Promise<string[]> {
    const { rows: tables } = await pool.query<{ name: string; bytes: string | null }>(
      `select format('%I.%I', c.table_schema, c.table_name) as name,
              string_agg(format('encode(%I, ''escape'')', c.column_name), ' || ') filter (where c.data_type = 'bytea') as bytes
         from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
        group by 1 order by 1`,
    );
    const patterns = texts.map((text) => `%${text.toLowerCase()}%`);
    const found: string[] = [];
    for (const { name, bytes } of tables) {
      const text = `lower(t::text${bytes === null ? '' : ` || coalesce(${bytes}, '')`})`;
      const { rows } = await pool.query<{ n: number }>(
        `/* every tenant: a test */ select count(*)::int as n from ${name} t where ${text} like any($1)`,
        [patterns],
      );
      if (rows[0]?.n) found.push(name.replace(/_g\d+$/, ''));
    }
    const files = await readdir(product.dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of files.filter((each) => each.isFile())) {
      const content = (await readFile(path.join(file.parentPath, file.name), 'utf8')).toLowerCase();
      if (texts.some((each) => content.includes(each.toLowerCase()))) found.push(file.name);
    }
    return [...new Set(found)];
  }

  const keyOf = async (lead: string) => {
    const { rows } = await pool.query<{ isErased: boolean }>(
      `/* every tenant: a test */ select key is null as "isErased" from event_store.personal_keys where subject = $1`,
      [lead],
    );
    return rows[0];
  };
  const forgotten = (lead: string) => expect.poll(() => keyOf(lead)).toEqual({ isErased: true });

  return { placesOf, forgotten };
}
