import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '@crm/platform/config/config.ts';
import { DatabaseUnusable } from '@crm/platform/postgres/unusable.ts';
import { z } from 'zod';
import { BackupFailed } from './file/failure.ts';

/**
 * Runs a backup or a restore until it ends or is stopped by Ctrl-C or SIGTERM. Expected failures are printed in one line.
 * @param kind 'beside' for a backup
 * @returns the exit code
 */
export async function runCommand(
  kind: 'beside' | 'restore',
  work: (config: Config, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const read = readConfig(undefined, kind);
  if (read.kind === 'wrong') {
    for (const line of read.lines) console.error(line);
    return 1;
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  try {
    if (read.config.store.kind === 'eventstoredb') {
      throw new BackupFailed(
        'The events are in EventStoreDB (EVENTSTORE_URL), which has its own backups: docs/backup.md, "EventStoreDB"',
      );
    }
    await work(read.config, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) console.error('Stopped.');
    else if (isExpected(error)) console.error(error.message);
    else throw error;
    return 1;
  }
}

function isExpected(error: unknown): error is Error {
  if (error instanceof BackupFailed || error instanceof DatabaseUnusable) return true;
  // The file cannot be read or written: not there, no permission, no space.
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** The version of this program, from its package.json. */
export function programVersion(): string {
  const file = path.join(import.meta.dirname, '../../package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
