import type { TenantId } from '@crm/events/ids.ts';
import { type ClientBase, escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';

/** The queries that work inside a transaction may use. */
export type Db = Pick<ClientBase, 'query'>;

/** SQLSTATE of a statement in a transaction in which an earlier one failed. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Waits for statements that were sent without waiting for each other: on a pipelined connection, they cost one round trip.
 * If some fail, it throws the cause: the statements behind a failed one only fail because their transaction did.
 */
export async function allDone(statements: readonly (Promise<unknown> | false)[]): Promise<void> {
  const results = await Promise.allSettled(statements);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw errors.find(({ code }) => code !== IN_FAILED_TRANSACTION) ?? errors[0];
}

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export function inTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return transaction(pool, 'begin', afterwards(work));
}

/** The same, with first statements that need no parameters: they are sent together with the beginning. */
export function inTransactionAfter<T>(
  pool: Pool,
  first: readonly string[],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return transaction(pool, ['begin', ...first].join('; '), afterwards(work));
}

/**
 * The same, on a condition that is evaluated together with the beginning, for example that locks are free.
 *
 * @returns null when the condition is false; then work is not called
 */
export function inTransactionIf<T>(
  pool: Pool,
  condition: string,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T } | null> {
  return transaction(pool, `begin; select ${condition} as holds`, async (client, opening) => {
    // Several statements in one query have an array of results, which the types of pg do not know.
    const [, selected] = (await opening) as [QueryResult, QueryResult<{ holds: boolean }>];
    return selected.rows[0]?.holds ? { result: await work(client) } : null;
  });
}

/**
 * Runs reads that see one tenant's rows in one snapshot, so that a list and its total agree. On the pipelined queries
 * pool it costs two round trips for a single query: the opening statement is sent together with it.
 *
 * @param statementMs the longest time of a statement, if not that of the pool
 */
export function asTenant<T>(
  pool: Pool,
  tenant: TenantId | '*',
  read: (db: Db) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const begin = 'begin isolation level repeatable read, read only';
  return transaction(pool, `${begin}; ${settingsOf(tenant, statementMs)}`, together(read));
}

/** Like asTenant, for a read that also stores its result in rows of that tenant. */
export function keepAsTenant<T>(
  pool: Pool,
  tenant: TenantId | '*',
  work: (db: Db) => Promise<T>,
  statementMs?: number,
): Promise<T> {
  const begin = 'begin isolation level repeatable read';
  return transaction(pool, `${begin}; ${settingsOf(tenant, statementMs)}`, afterwards(work));
}

/** The settings of a transaction. Unlike `select set_config(…)`, they are not planned. */
function settingsOf(tenant: string, statementMs: number | undefined): string {
  const ofTenant = `set local app.tenant = ${escapeLiteral(tenant)}`;
  return statementMs === undefined ? ofTenant : `${ofTenant}; set local statement_timeout = ${statementMs}`;
}

/** Runs work on a connection after its opening statement. */
type Opened<T> = (client: PoolClient, opening: Promise<unknown>) => Promise<T>;

async function transaction<T>(pool: Pool, opening: string, work: Opened<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client, client.query(opening));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    client.release(broken || isOfOldTable(error));
    throw error;
  }
}

/**
 * A prepared statement (prepared.ts) of a table that has other columns since: on this connection it fails each time. SQLSTATE
 * "feature not supported".
 */
const isOfOldTable = (error: unknown) => error instanceof Error && 'code' in error && error.code === '0A000';

/** For writes: nothing is sent before the transaction has begun, because it would be written outside of it. */
const afterwards =
  <T>(work: (db: Db) => Promise<T>): Opened<T> =>
  async (client, opening) => {
    await opening;
    return work(client);
  };

/** For reads: on a pipelined connection, the first read is sent together with the opening statement. */
const together =
  <T>(work: (db: Db) => Promise<T>): Opened<T> =>
  async (client, opening) => {
    if (!client.pipeline) return afterwards(work)(client, opening);
    // Waits for both in any case, so that no query is in flight when the connection is released.
    const [openingResult, done] = await Promise.allSettled([opening, work(client)]);
    if (openingResult.status === 'rejected') throw openingResult.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  };
