import type { TestDatabase } from '@crm/platform/test/database.ts';

/** A database URL whose connections all have this name, instead of one for each use. */
export function nameConnections(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  return url.href;
}

/** How many connections of that name are open on a database. */
export async function connectionsOf({ pool }: TestDatabase, name: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and application_name = $1`,
    [name],
  );
  return rows[0]?.n ?? 0;
}
