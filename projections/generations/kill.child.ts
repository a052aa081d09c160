import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { build } from './build.ts';
import { startProjections } from './start.ts';
import { toys } from './toys.ts';

// A process for the tests to kill: `run` projects until then, `build` rebuilds once.
const [work, url = ''] = process.argv.slice(2);
const log = openLog('warn');
const pool = openPools(url, log).projections;
const options = { pool, store: openPostgresEventStore(url, log), log, signal: new AbortController().signal };
if (work === 'run') await startProjections([toys], { ...options, publish: () => {} });
if (work === 'build') await build(toys, { ...options, onProgress: () => console.info('progress') });
console.info('ready');
