import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { joinEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Opens the product's database, migrated, for a command beside the product; `stop` stops only what this call started.
 * @returns null if the database is unusable, for example because its role bypasses row-level security; the remedy is
 * printed to standard error
 */
export async function joinDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> } | null> {
  const joined =
    database.kind === 'external'
      ? { url: database.url, stop: async () => {} }
      : await joinEmbedded({ dataDir, log });
  try {
    await migrate(joined.url);
    return joined;
  } catch (error) {
    await joined.stop();
    if (!(error instanceof DatabaseUnusable)) throw error;
    console.error(error.message);
    return null;
  }
}
