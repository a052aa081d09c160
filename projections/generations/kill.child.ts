import { writeSync } from 'node:fs';
import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { build } from './build.ts';
import { toys } from './sample-events.ts';
import { startProjections } from './start.ts';

// A process for the tests to kill: `run` projects until then, `build` rebuilds, but half-way.
const [work, url = ''] = process.argv.slice(2);
const log = openLog('warn');
const pool = openPools(url, log).projections;
const options = { pool, store: openPostgresEventStore(url, log), log, signal: new AbortController().signal };
if (work === 'run')
  await startProjections([toys], { ...options, leadership: openLeadership(url, log), publish: () => {} });
if (work === 'build') await build(toys, { ...options, onProgress: halfWay });
console.info('ready');

/** Says that some of it is in, and stands still there until it is killed. */
function halfWay() {
  writeSync(1, 'half-way');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
