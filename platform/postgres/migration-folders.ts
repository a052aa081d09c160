import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/**
 * The folders with the migrations of each feature. A feature's tables are defined beside its code, and its folder is
 * listed here.
 *
 * All files run in the order of their numbers, independent of their folder: a new one gets the next free number of the
 * whole repository. Every process runs all of them, because it may be the first one on a database and reads tables of
 * other processes. So this list consists of paths and is in the platform, which imports no feature.
 */
export const migrationFolders: readonly string[] = [
  'platform/postgres',
  'platform/access',
  'platform/event-store',
  'platform/runner',
  'platform/batches',
  'platform/secrets',
  'platform/payments',
  'platform/places',
  'command-api/handle',
  'command-api/sessions',
  'command-api/auth',
  'command-api/users',
  'command-api/payments',
  'projections/leads',
  'projections/live',
  'projections/reports',
  'workers/audit',
  'workers/mail',
  'workers/mirror',
  'workers/postbacks',
  'workers/retention',
  'workers/saved-reports',
].map((feature) => path.join(root, feature, 'migrations'));
