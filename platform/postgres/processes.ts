import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The start time of a process, as text that no other process with the same pid has; null if it does not run. A pid
 * alone is no proof: after a restart of the machine or container another program may have it.
 */
export function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name (field 2) may contain spaces and brackets; the fields after it do not. Field 3: state, field 22: start
    // time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return null;
  }
}

export function commandOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}

/** Waits until a process has ended. @returns false if it still runs after `withinMs` */
export async function gone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (startOf(pid) !== null) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

function ps(pid: number, column: string): string | null {
  const { stdout, status } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}
