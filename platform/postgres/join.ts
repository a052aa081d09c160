import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { joinEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { DatabaseUnusable } from './unusable.ts';

/**
 * The product's database for a command beside it, migrated; `stop` stops only what was started here.
 * @returns null where its role bypasses row-level security; standard error then says what to do
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
