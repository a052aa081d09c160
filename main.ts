import { readConfig } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { DataFolderInUse } from '@crm/platform/postgres/folder-lock.ts';
import { stopOnSignals, stopper } from '@crm/platform/shutdown/stop.ts';
import { startSystem } from './system.ts';

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
  const { url } = await startSystem(read.config, log, stopping);
  console.info(`Ready at ${url}`);
} catch (error) {
  // A start that cannot be is told in one line; anything else is a bug, and told whole.
  if (error instanceof DataFolderInUse) console.error(error.message);
  else if (isPortTaken(error)) console.error(`Port ${read.config.port} is in use: set PORT to another one`);
  else log.fatal({ err: error }, 'Could not start');
  await stopping.stop('the start failed');
  process.exit(1);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
