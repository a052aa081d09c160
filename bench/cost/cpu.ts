import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Clock ticks per second of /proc on every Linux that Node supports. */
const TICKS = 100;

/**
 * CPU seconds since their start of the product's processes on a data folder, with their child processes that ended, and of
 * its Postgres with all backends.
 */
export function cpuSeconds(dataDir: string): { node: number; postgres: number } {
  const sum = { node: 0, postgres: 0 };
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const [own, ended] = timesOf(pid);
      // The postmaster's ended children are backends that came and went.
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) sum.postgres += own + ended;
      else if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dataDir)) sum.node += own + ended;
    } catch {
      // The process ended meanwhile, or is another user's.
    }
  }
  return sum;
}

/** Seconds of a process itself, and of its children that ended. */
function timesOf(pid: string): [own: number, ended: number] {
  // The name, in parentheses, may contain spaces.
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number);
  return [(user + system) / TICKS, (endedUser + endedSystem) / TICKS];
}
