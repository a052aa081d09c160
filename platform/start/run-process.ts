import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../config/config.ts';
import { HistoryInUse } from '../event-store/adopt-history.ts';
import { UrlWrong } from '../event-store/eventstoredb/address.ts';
import { HistoryIsNewer } from '../event-store/history.ts';
import { StoreUnusable } from '../event-store/reach.ts';
import { type Log, openLog } from '../log/log.ts';
import { DatabaseUnusable } from '../postgres/unusable.ts';
import { type Stopper, stopOnSignals, stopper } from '../shutdown/stop.ts';

/** Errors whose message is one line with the problem and its solution. */
const ONE_LINE = [DatabaseUnusable, HistoryInUse, HistoryIsNewer, StoreUnusable, UrlWrong];

export type Started = {
  app: FastifyInstance;
  url: string;
  /** Link that creates the super admin, once. Only the person who started the process may see it. */
  setupLink: string | null;
};

/**
 * Runs one process: reads the settings, starts, prints `Ready at …`, and stops at SIGTERM or Ctrl-C. An expected
 * failure of the start prints one line and exits with 1; any other error is a bug and is logged with its stack.
 *
 * @param kind 'whole' starts an embedded Postgres when DATABASE_URL is unset; 'part' runs beside other processes and
 * requires DATABASE_URL
 */
export async function runProcess(
  kind: 'whole' | 'part',
  start: (config: Config, log: Log, stopping: Stopper) => Promise<Started>,
): Promise<void> {
  const read = readConfig(undefined, kind);
  if (read.kind === 'wrong') {
    for (const line of read.lines) console.error(line);
    process.exit(1);
  }
  const log = openLog(read.config.logLevel);
  const stopping = stopper(log);
  stopOnSignals(stopping, log);
  try {
    const { url, setupLink } = await start(read.config, log, stopping);
    console.info(`Ready at ${url}`);
    if (setupLink !== null) console.info(`Create the super admin at ${setupLink}`);
    const { mail } = read.config;
    if (kind === 'whole' && mail.kind === 'outbox')
      console.info(`Mails are files in ${mail.folder}: SMTP_URL is not set`);
  } catch (error) {
    const wasStopped = stopping.signal.aborted; // Ctrl-C while it was starting
    if (wasStopped) log.debug({ err: error }, 'The start ended with the stop');
    else if (error instanceof Error && ONE_LINE.some((each) => error instanceof each))
      console.error(error.message);
    else if (isPortTaken(error)) console.error(`Port ${read.config.port} is in use: set PORT to another one`);
    else log.fatal({ err: error }, 'Could not start');
    const code = await stopping.stop('the start failed');
    process.exit(wasStopped ? code : 1);
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
