import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Loaded before the module of every child process (start.ts), so that no child process outlives its parent, nor takes
 * more memory than it may.
 */
const [, , totalMb] = process.argv;
const CHECK_EVERY_MS = 25;

// Ctrl-C reaches the whole process group; the parent decides when its children end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

// Where the machine itself runs out of memory, Linux ends this process before the product and Postgres.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // another system, or a container without /proc
}

/**
 * A thread, since the module may never give its event loop back. Buffers are outside of V8's limit: at 2 GB/s of them,
 * 25 ms are 50 MB too many.
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
