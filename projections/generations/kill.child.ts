import { writeSync } from 'node:fs';
import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { build } from './build.ts';
import { boxProjection } from './sample-events.ts';
import { startProjections } from './start.ts';

// A process that tests kill: `run` projects until then; `build` stops halfway through a rebuild.
const [work, url = ''] = process.argv.slice(2);
const log = openLog('warn');
const pool = openPools(url, log).projections;
const options = { pool, store: openPostgresEventStore(url, log), log, signal: new AbortController().signal };
if (work === 'run')
  await startProjections([boxProjection], {
    ...options,
    leadership: openLeadership(url, log),
    publish: () => {},
  });
if (work === 'build') await build(boxProjection, { ...options, mostUnwritten: 0, onProgress: halfWay });
console.info('ready');

/** Reports that a part is written, then blocks until the process is killed. */
function halfWay() {
  writeSync(1, 'half-way');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
