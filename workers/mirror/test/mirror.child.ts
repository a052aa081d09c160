import { openEventStore } from '@crm/platform/event-store/open.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { runMirror } from '../mirror.ts';

// A mirroring process for tests. It runs until SIGTERM, or kills itself with SIGKILL when it has reached `step` five times, as
// a crash would.
const [url = '', topic = '', brokers = '', step = ''] = process.argv.slice(2);
const log = openLog('error');
const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
const pools = testPools(url, log);
const store = await openEventStore({ kind: 'postgres', url }, log);
let left = 5;
await runMirror({
  kafka: { brokers: brokers.split(','), topic, tls: false, login: null },
  pool: pools.projections,
  leadership: openLeadership(url, log),
  storedEvents: store,
  metrics: { reached: () => {}, failed: () => {} },
  report: (health) => {
    if (health.kind !== 'ok') console.error(health.reason);
  },
  log,
  signal: stopping.signal,
  reachedStep: (reached) => {
    if (reached === step && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await store.close();
await pools.end();
