import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { startOf } from './processes.ts';
import { DatabaseUnusable } from './unusable.ts';

const Holder = z.object({ pid: z.number().int(), start: z.string() });
export type Holder = z.infer<typeof Holder>;

/** Another running process uses the data folder. */
export class DataFolderInUse extends DatabaseUnusable {
  override name = 'DataFolderInUse';
  readonly holder: Holder;
  constructor(folder: string, holder: Holder) {
    super(
      `Already running on the data folder ${folder} (process ${holder.pid}). Stop it first, or set DATA_DIR to another folder.`,
    );
    this.holder = holder;
  }
}

const lockFile = (folder: string) => path.join(folder, 'lock.json');

/** Returns the running process that holds the folder's lock, or null. */
export function holderOf(folder: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(lockFile(folder), 'utf8');
  } catch {
    return null;
  }
  const holder = Holder.safeParse(parsed(text));
  return holder.success && startOf(holder.data.pid) === holder.data.start ? holder.data : null;
}

/**
 * Locks the folder for this process. Replaces the lock of a process that no longer runs.
 * @returns a function that releases the lock
 * @throws DataFolderInUse while another running process holds the lock
 */
export function lockFolder(folder: string): () => void {
  const file = lockFile(folder);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(own, file); // atomic: no process can read a partial lock
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = holderOf(folder);
      if (holder) throw new DataFolderInUse(folder, holder);
      removeStale(file);
    }
    throw new Error(`Could not lock the data folder ${folder}: ${file} keeps coming back.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a dead process. Restores the file if another process replaced that lock in the meantime. */
function removeStale(file: string) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = Holder.safeParse(parsed(readFileSync(aside, 'utf8')));
    if (moved.success && startOf(moved.data.pid) === moved.data.start) linkSync(aside, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
