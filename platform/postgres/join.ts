import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { joinEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

/** The product's database for a command beside it, migrated; `stop` stops only what was started here. */
export async function joinDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const joined =
    database.kind === 'external'
      ? { url: database.url, stop: async () => {} }
      : await joinEmbedded({ dataDir, log });
  try {
    await migrate(joined.url);
    return joined;
  } catch (error) {
    await joined.stop();
    throw error;
  }
}
