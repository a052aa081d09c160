import { parseArgs } from 'node:util';
import type { Config } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { joinEmbedded } from '@crm/platform/postgres/embedded.ts';
import { backUp } from './backup.ts';
import { programVersion, runCommand } from './command.ts';

const USAGE = `Writes a backup of everything to a new file, beside the running product:

  npm run backup -- FILE

The file is encrypted with a key derived from SECRET_KEY: keep that key in another place (docs/backup.md).`;

/** `npm run backup`. @returns the exit code: 0, or 1 on wrong usage or failure */
async function main(): Promise<number> {
  const file = readArguments();
  if (file === null) {
    console.error(USAGE);
    return 1;
  }
  return runCommand('beside', async (config, signal) => {
    const database = await openDatabase(config);
    try {
      const options = { secretKey: config.secretKey, program: programVersion(), signal };
      const { header, manifest, bytes, leftOut } = await backUp(database.url, file, options);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      console.info(
        `Backed up ${rows.toLocaleString('en')} rows up to event ${header.position}, as of ${header.takenAt}: ` +
          `${file}, ${(bytes / 1024 / 1024).toFixed(1)} MiB`,
      );
      if (leftOut.length > 0)
        console.info(
          `Left out, because no migration creates them: ${leftOut.join(', ')}. Back them up with pg_dump, or drop them.`,
        );
    } finally {
      await database.stop();
    }
  });
}

function readArguments(): string | null {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} });
    const [file] = positionals;
    return positionals.length === 1 && file !== undefined ? file : null;
  } catch {
    return null;
  }
}

async function openDatabase({ database, dataDir }: Config) {
  if (database.kind === 'external') return { url: database.url, stop: async () => {} };
  return joinEmbedded({ dataDir, log: openLog('error') });
}

process.exitCode = await main();
