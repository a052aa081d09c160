import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Loaded before the module of every child process (start.ts), so that no child process outlives its parent or uses more
 * memory than its limit.
 */
const [, , totalMb] = process.argv;
const CHECK_EVERY_MS = 25;

// Ctrl-C reaches the whole process group; the parent decides when its child processes end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

// If the machine runs out of memory, Linux kills this process before the product and Postgres.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // another system, or a container without /proc
}

/**
 * Runs in a thread, because the module may block its event loop. Buffers are outside of V8's limit: at 2 GB/s, 25 ms
 * between checks allow 50 MB too much.
 */
const watch = `
  const { writeSync } = require('node:fs');
  const { workerData: { totalMb, parent } } = require('node:worker_threads');
  setInterval(() => {
    const tooMuch = process.memoryUsage.rss() > totalMb * 1024 * 1024;
    if (tooMuch) writeSync(2, 'out of memory: more than ' + totalMb + ' MB resident\\n');
    if (tooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_EVERY_MS});
`;
new Worker(watch, {
  eval: true,
  execArgv: [],
  workerData: { totalMb: Number(totalMb), parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
}).unref();
