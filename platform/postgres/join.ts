import { type Config, readConfig } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { joinEmbedded } from './embedded.ts';
import { migrateExisting } from './migrate.ts';
import { DatabaseUnusable } from './unusable.ts';

/** The settings and the database of the product. `stop` stops only what the call started. */
export type Joined = { config: Config; url: string; stop: () => Promise<void> };

/**
 * Reads the settings and opens the product's database, migrated, for a command beside the product.
 * @returns null if a setting is wrong or the database is unusable, for example because it has no installation or its role
 * bypasses row-level security; the remedy is printed to standard error
 */
export async function joinDatabase(log: Log): Promise<Joined | null> {
  const read = readConfig(undefined, 'beside');
  if (read.kind === 'wrong') {
    for (const line of read.lines) console.error(line);
    return null;
  }
  const { config } = read;
  const { database, dataDir } = config;
  let stop = async () => {};
  try {
    const joined =
      database.kind === 'external' ? { url: database.url, stop } : await joinEmbedded({ dataDir, log });
    stop = joined.stop;
    await migrateExisting(joined.url);
    return { config, ...joined };
  } catch (error) {
    await stop();
    if (!(error instanceof DatabaseUnusable)) throw error;
    console.error(error.message);
    return null;
  }
}
