import type { Pool } from 'pg';

/**
 * Keeps a lost connection from ending the process. An idle one is replaced on demand. If it is in use, also between two
 * queries of a transaction, the next query rejects.
 * @param onIdleLost gets the error of a connection that was lost while idle
 */
export function surviveLostConnections(pool: Pool, onIdleLost: (error: Error) => void = () => {}): void {
  pool.on('error', onIdleLost);
  pool.on('connect', (client) => client.on('error', () => {}));
}
