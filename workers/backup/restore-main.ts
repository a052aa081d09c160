import { parseArgs } from 'node:util';
import type { Config } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { runCommand } from './command.ts';
import { type Checked, checkBackup, restore } from './restore.ts';
import { addedColumnsIn, foreignTablesIn } from './tables.ts';

const USAGE = `Restores a backup into an empty place: a new DATA_DIR, or an empty database (DATABASE_URL):

  npm run restore -- FILE
  npm run restore -- FILE --check   only reads the file to its end and checks it

SECRET_KEY, or the file secret.key in DATA_DIR, must be that of the installation that wrote the backup.`;

/** `npm run restore`. @returns the exit code: 0, or 1 on wrong usage or failure */
async function main(): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.error(USAGE);
    return 1;
  }
  const { file, checkOnly } = given;
  return runCommand('restore', async (config, signal) => {
    const { secretKey } = config;
    const checked = await checkBackup(file, secretKey, signal);
    console.info(`The backup is complete: ${describe(checked)}`);
    const tables = foreignTablesIn(checked.header);
    if (tables.length > 0)
      console.info(`A restore leaves out, because no migration creates them: ${tables.join(', ')}.`);
    if (checkOnly) {
      const columns = addedColumnsIn(checked.header);
      if (columns.length > 0)
        console.info(
          `A restore leaves out, because no migration creates them: the columns ${columns.join(', ')}.`,
        );
      return;
    }
    const database = await openPlace(config);
    try {
      const { held, leftOut } = await restore(database.url, file, { secretKey, signal, checked });
      console.info('Restored. The next start computes the read models; everyone must sign in again.');
      if (leftOut.length > 0)
        console.info(`Left out, because no migration creates them: the columns ${leftOut.join(', ')}.`);
      if (held > 0) {
        console.info(
          `${held.toLocaleString('en')} postbacks waited in the backup and may have been sent since: they are in the log as ` +
            'failed, and an admin sends them by a retry.',
        );
      }
    } finally {
      await database.stop();
    }
  });
}

function readArguments(): { file: string; checkOnly: boolean } | null {
  try {
    const options = { check: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [file] = positionals;
    return positionals.length === 1 && file !== undefined ? { file, checkOnly: values.check } : null;
  } catch {
    return null;
  }
}

function describe({ header, manifest }: Checked): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en')} rows up to event ${header.position}, as of ${header.takenAt}, written by version ${header.program}`;
}

async function openPlace({ database, dataDir }: Config) {
  if (database.kind === 'external') return { url: database.url, stop: async () => {} };
  return startEmbedded({ dataDir, log: openLog('error') });
}

process.exitCode = await main();
