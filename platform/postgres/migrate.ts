import { runner } from 'node-pg-migrate';
import { migrateJobs } from '../jobs/run.ts';
import { connectFirst } from './connect.ts';
import { migrationFolders } from './migration-folders.ts';
import { refuseMissingRights, refuseUnboundRole } from './role.ts';

/** As the library wants its folders; a folder's own name may hold a character that a pattern treats specially. */
const patterns = migrationFolders.map((folder) => `${folder.replace(/[?*+@!|(){}[\]\\]/g, '\\$&')}/*.sql`);
/** The key of the advisory lock; nothing else in the database uses it. */
const LOCK = 718_301_001;

/**
 * Brings a database up to date: runs each migration of the listed folders that has not run yet, in order, each
 * in a transaction of its own. Forward only. Of several processes that start at once, one migrates and the others wait.
 * The job queue's schema is brought up to date with them.
 * @returns the names of our migrations that ran
 * @throws DatabaseUnusable, before anything is written, where the database cannot be reached or its role has too few
 *   rights or too many. Every command migrates first, so every command refuses such a database.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connectFirst(databaseUrl, 'crm migrate');
  try {
    await refuseUnboundRole(client);
    await refuseMissingRights(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const ran = await runner({
      dbClient: client,
      useGlob: true,
      dir: patterns, // the library sorts what it finds by number
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: false,
      noLock: true, // its own lock fails at once instead of waiting; ours waits
      log: () => {},
    });
    await migrateJobs(databaseUrl);
    return ran.map(({ name }) => name);
  } finally {
    await client.end(); // gives the lock back too
  }
}
