import { postbackStream } from '@crm/events/streams.ts';
import { type EventStore, StoreUnavailable } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openSender } from '@crm/platform/net/open-sender.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { cuttableLine } from '@crm/platform/test/cuttable-line.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { runPostbacks } from './postbacks.ts';
import { openSink } from './test/sink.ts';
import { historian } from './test/world.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
/** The worker's connections; this proxy can drop the answers to its claims. */
const line = await cuttableLine(db.url, 'claim deliveries');
const cuttable = testPools(line.url, log);
const store = testStore(db.url);
const secrets = openSecrets('a secret key of the tests and of nothing else');
const sink = await openSink();
/** A stream that cannot be read, as while the event store is away. */
let away: string | null = null;
const readStream: EventStore['readStream'] = async (stream, ...more) => {
  if (stream === away) throw new StoreUnavailable('The event store is away');
  return store.readStream(stream, ...more);
};
const interrupted: EventStore = Object.assign(Object.create(store), { readStream });
const sender = openSender({ allow: ['127.0.0.1'] });
const stopping = new AbortController();
const running = runPostbacks({
  deps: { store: interrupted },
  pools: { ...pools, deliveries: cuttable.deliveries },
  leadership: openLeadership(db.url, log),
  ...{ secrets, sender, publishToAdmins: () => {}, followTopic: null, log, signal: stopping.signal },
});
afterAll(async () => {
  stopping.abort();
  await running;
  await Promise.all([sender.close(), sink.close(), store.close(), cuttable.end()]);
  line.close();
  await pools.end();
});

const history = historian(store, secrets, pools.auth);

test('sends deliveries whose claim was committed but the answer was lost', async () => {
  await vi.waitFor(async () => {
    const { rowCount } = await pools.auth.query(`select from checkpoints where name = 'postback-deliveries'`);
    expect(rowCount).toBe(1);
  });
  const postback = await history.postback(`${sink.url}/partner`);
  sink.secretOf.set('/partner', postback.secret);

  line.swallowAnswers(Number.POSITIVE_INFINITY);
  await history.lead('A-1');
  await vi.waitFor(async () => {
    const { rowCount } = await pools.auth.query('select from postback_queue where lease is not null');
    expect(rowCount).toBe(1);
  });
  line.heal();
  await vi.waitFor(() => expect(sink.receipts).toHaveLength(1));
});

test('records the answer 410 also when the postback cannot be switched off', async () => {
  const postback = await history.postback(`${sink.url}/gone`);
  sink.secretOf.set('/gone', postback.secret);
  sink.answer = ({ path }) => ({ status: path === '/gone' ? 410 : 200 });
  away = postbackStream(postback.id);
  await history.lead('A-2');
  await vi.waitFor(async () => {
    const { rows } = await db.everyTenant.query(
      'select status, attempts, reason, response_status as answer from postback_deliveries where postback = $1',
      [postback.id],
    );
    const reason = 'Answered 410: the partner wants no more of it, but the postback could not be turned off';
    expect(rows).toEqual([{ status: 'failed', attempts: 1, answer: 410, reason }]);
  });
});
