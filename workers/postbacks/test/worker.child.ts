import { openPostgresEventStore } from '@crm/platform/event-store/postgres/adapter.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openSender } from '@crm/platform/net/open-sender.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { runMirror } from '../../mirror/mirror.ts';
import { joinGroup } from '../group.ts';
import { runPostbacks } from '../postbacks.ts';

// A worker for tests to kill and for benches to measure. It runs until SIGTERM, or kills itself with SIGKILL when it
// has reached `milestone` `times` times, as a crash would.
// With a topic, it mirrors events there, and is a member of the group that they wake.
const [url = '', secretKey = '', leaseMs = '', topic = '', brokers = '', milestone = '', times = '1'] =
  process.argv.slice(2);
const log = openLog('error');
const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
const pools = testPools(url, log);
const store = openPostgresEventStore(url, log);
const sender = openSender({ allow: ['127.0.0.1'] });
let left = Number(times);
const kafka = { brokers: brokers.split(','), topic, tls: false, login: null };
const { signal } = stopping;
const leadership = openLeadership(url, log);
const mirroring =
  topic === ''
    ? null
    : runMirror({
        ...{ kafka, leadership, storedEvents: store, log, signal },
        pool: pools.projections,
        metrics: { reached: () => {}, failed: () => {} },
        report: () => {},
      });
console.info('ready');
await runPostbacks({
  deps: { store },
  pools,
  leadership,
  secrets: openSecrets(secretKey),
  sender,
  publishToAdmins: () => {},
  followTopic: topic === '' ? null : (wake) => joinGroup(wake, { kafka, log, signal }),
  log,
  signal,
  ...(leaseMs !== '' && { leaseMs: Number(leaseMs) }),
  reached: (reached) => {
    if (reached === milestone && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await mirroring;
await sender.close();
await store.close();
await pools.end();
