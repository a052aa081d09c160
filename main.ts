import { readConfig } from '@crm/platform/config/config.ts';
import { UrlWrong } from '@crm/platform/event-store/eventstoredb/address.ts';
import { HistoryIsNewer } from '@crm/platform/event-store/history.ts';
import { StoreUnusable } from '@crm/platform/event-store/reach.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { DataFolderInUse } from '@crm/platform/postgres/folder-lock.ts';
import { DatabaseUnusable } from '@crm/platform/postgres/unusable.ts';
import { stopOnSignals, stopper } from '@crm/platform/shutdown/stop.ts';
import { startSystem } from './system.ts';

/** Errors whose message says in one line what is wrong and what to do. */
const ONE_LINE = [DatabaseUnusable, DataFolderInUse, HistoryIsNewer, StoreUnusable, UrlWrong];

/** `npm start`: the whole system in one process, until Ctrl-C. */
const read = readConfig();
if (read.kind === 'wrong') {
  for (const line of read.lines) console.error(line);
  process.exit(1);
}
const log = openLog(read.config.logLevel);
const stopping = stopper(log);
stopOnSignals(stopping, log);

try {
  const { url, setupLink } = await startSystem(read.config, log, stopping);
  console.info(`Ready at ${url}`);
  if (setupLink !== null) console.info(`Create the super admin at ${setupLink}`);
} catch (error) {
  const asked = stopping.signal.aborted; // Ctrl-C while it was starting
  // Any other error is a bug: the log gets its stack.
  if (error instanceof Error && ONE_LINE.some((kind) => error instanceof kind)) console.error(error.message);
  else if (isPortTaken(error)) console.error(`Port ${read.config.port} is in use: set PORT to another one`);
  else if (!asked) log.fatal({ err: error }, 'Could not start');
  const code = await stopping.stop('the start failed');
  process.exit(asked ? code : 1);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
