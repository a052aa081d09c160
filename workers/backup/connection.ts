import { connectFirst } from '@crm/platform/postgres/connect.ts';
import type { Client } from 'pg';
import { BackupFailed } from './file/failure.ts';

/**
 * Runs work on a connection of its own, which ends with it.
 * @throws BackupFailed if the connection is lost; DatabaseUnusable if there is none; what the work throws
 */
export async function onConnection<T>(
  url: string,
  name: string,
  work: (db: Client) => Promise<T>,
): Promise<T> {
  const db = await connectFirst(url, name);
  let isLost = false;
  // Without a listener, a lost connection would end the process at once.
  db.on('error', () => {
    isLost = true;
  });
  try {
    return await work(db);
  } catch (error) {
    if (isLost || isShutdown(error))
      throw new BackupFailed('The connection to Postgres was lost: run it again', { cause: error });
    throw error;
  } finally {
    await db.end();
  }
}

/** Postgres ends a connection with an error of this class, to the running statement and before the connection is lost. */
function isShutdown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error && typeof error.code === 'string'
    ? error.code.startsWith('57P')
    : isShutdown(error.cause);
}
