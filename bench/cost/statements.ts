import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import type { Product } from '@crm/platform/test/product.ts';
import { Client } from 'pg';

/** A statement's executions: seconds with its waiting, bytes of WAL, calls. */
export type StatementPart = { statement: string; seconds: number; wal: number; calls: number };

/** Restarts a product with pg_stat_statements, and opens its Postgres as superuser with the rows of all tenants. */
export async function openStatements(product: Product) {
  const { superuserUrl } = await joinEmbedded({ dataDir: product.dataDir, log: openLog('warn') });
  const first = new Client(superuserUrl('crm'));
  await first.connect();
  await first.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await first.end();
  await product.end('SIGTERM');
  await product.again();
  const client = new Client({ connectionString: superuserUrl('crm'), options: '-c app.tenant=*' });
  client.on('error', () => {}); // the product ends before the client when the bench fails
  await client.connect();
  await client.query('create extension pg_stat_statements');
  const number = async (sql: string) => {
    const { rows } = await client.query<{ n: string }>(sql);
    return Number(rows[0]?.n);
  };
  return {
    /** Waits until the list has so many leads. */
    untilListed: async (leads: number) => {
      while ((await number('select count(*) as n from leads')) < leads) await sleep(20);
    },
    /** Bytes of WAL since the cluster was created. */
    wal: () => number(`select pg_current_wal_lsn() - '0/0' as n`),
    reset: () => client.query('select pg_stat_statements_reset()'),
    read: async (): Promise<StatementPart[]> => {
      const { rows } = await client.query<StatementPart>(
        `select left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as statement, sum(total_exec_time)::float8 / 1000 as seconds,
                sum(wal_bytes)::float8 as wal, sum(calls)::float8 as calls
           from pg_stat_statements group by 1`,
      );
      return rows;
    },
    close: () => client.end(),
  };
}
