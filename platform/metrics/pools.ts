import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { programMetrics } from './program-metrics.ts';

const pools = new Map<string, Pool>();

/** Reports a pool of connections to Postgres at /metrics. A later pool of the same name replaces it. */
export function reportPool(name: string, pool: Pool): void {
  pools.set(name, pool);
}

const gauge = (name: string, help: string, of: (pool: Pool) => number) =>
  new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers: [programMetrics],
    collect() {
      for (const [name, pool] of pools) this.set({ pool: name }, of(pool));
    },
  });

gauge(
  'postgres_pool_connections',
  'Open connections of a pool, in use or idle',
  ({ totalCount }) => totalCount,
);
gauge(
  'postgres_pool_in_use_connections',
  'Connections of a pool that run a query or a transaction',
  ({ totalCount, idleCount }) => totalCount - idleCount,
);
gauge(
  'postgres_pool_waiting_queries',
  'Queries and transactions that wait for a connection of the pool',
  ({ waitingCount }) => waitingCount,
);
gauge(
  'postgres_pool_limit_connections',
  'Maximum number of connections of a pool',
  ({ options }) => options.max,
);
