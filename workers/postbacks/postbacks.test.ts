import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '@crm/platform/log/log.ts';
import { openSender } from '@crm/platform/net/open-sender.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { openSecrets } from '@crm/platform/secrets/secrets.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { runPostbacks } from './postbacks.ts';
import { openSink } from './test/sink.ts';
import { became, type ExistingPostback, historian } from './test/world.ts';

const db = await testDatabase();
const log = openLog('silent');
const pools = testPools(db.url, log);
const store = testStore(db.url);
const secrets = openSecrets('a secret key of the tests and of nothing else');
const sink = await openSink();
const sender = openSender({ allow: ['127.0.0.1'] });
const hints: { topic: string; ids: readonly string[] }[] = [];
const history = historian(store, secrets, pools.auth);
afterAll(async () => {
  await sender.close();
  await sink.close();
  await store.close();
  await pools.end();
});

const running: { stop: () => Promise<void> }[] = [];
async function start() {
  const stopping = new AbortController();
  const deps = { store };
  const ended = runPostbacks({
    leadership: openLeadership(db.url, log),
    ...{ deps, pools, secrets, sender, log, signal: stopping.signal },
    publishToAdmins: (_, topic, ids) => void hints.push({ topic, ids }),
    followTopic: null,
    leaseMs: 2_000,
  });
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  running.push({ stop });
  // Events from before the reaction is registered are not sent.
  await vi.waitFor(async () =>
    expect(
      (await pools.auth.query(`select from checkpoints where name = 'postback-deliveries'`)).rowCount,
    ).toBe(1),
  );
  return stop;
}
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop();
  sink.receipts.length = 0;
  sink.answer = () => ({ status: 200 });
});

let paths = 0;
/** Creates a postback with its own path. */
async function postback(details: Parameters<typeof history.postback>[1] = {}) {
  const path = `/p${++paths}`;
  // Only a test that is about a silent partner has it time out.
  const created = await history.postback(`${sink.url}${path}`, { timeout: 60_000, ...details });
  sink.secretOf.set(path, created.secret);
  const got = () => sink.receipts.filter((receipt) => receipt.path === path);
  return { ...created, path, got };
}

type LogRow = {
  id: string;
  event: string;
  status: string;
  reason: string | null;
  attempts: number;
  max_attempts: number;
  response_status: number | null;
  next_attempt_at: Date | null;
};
async function logOf({ id }: Pick<ExistingPostback, 'id'>): Promise<LogRow[]> {
  const { rows } = await pools.auth.query<LogRow>(
    `select d.id, d.event, d.status, d.reason, d.attempts, d.max_attempts, d.response_status, d.next_attempt_at
     from postback_deliveries d join event_store.events e on e.id = d.event_id
     where d.postback = $1 order by e.position`,
    [id],
  );
  return rows;
}
const ended = (rows: LogRow[]) => rows.every(({ status }) => status !== 'pending' && status !== 'retry');
async function untilEnded(of: Pick<ExistingPostback, 'id'>, count: number): Promise<LogRow[]> {
  return vi.waitFor(
    async () => {
      const rows = await logOf(of);
      expect(rows).toHaveLength(count);
      expect(ended(rows), JSON.stringify(rows)).toBe(true);
      return rows;
    },
    { interval: 50 },
  );
}
const circuitOf = async ({ id }: Pick<ExistingPostback, 'id'>) =>
  (
    await pools.auth.query<{ sent: number; success: number; failures: number; paused_until: Date | null }>(
      'select sent, success, failures, paused_until from postback_lanes where postback = $1',
      [id],
    )
  ).rows[0];
/** @param end an instant in SQL */
const pauseUntil = ({ id }: Pick<ExistingPostback, 'id'>, end: string) =>
  pools.auth.query(`update postback_lanes set paused_until = ${end} where postback = $1`, [id]);

describe('a postback', () => {
  test('sends each matching event once, signed, in order', async () => {
    await start();
    const partner = await postback();
    const lead = await history.lead('A-1');
    await history.happened(lead, became('hold'), became('approved', 'hold'));
    const rows = await untilEnded(partner, 3);
    expect(rows.map(({ event, status, attempts }) => ({ event, status, attempts }))).toEqual([
      { event: 'new_lead', status: 'success', attempts: 1 },
      { event: 'status_update', status: 'success', attempts: 1 },
      { event: 'lead_approved', status: 'success', attempts: 1 },
    ]);
    expect(partner.got().map(({ delivery, signed }) => ({ delivery, signed }))).toEqual(
      rows.map(({ id }) => ({ delivery: id, signed: true })),
    );
    const bodies = partner.got().map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ lead: { status } }) => status)).toEqual(['processing', 'hold', 'approved']);
    expect(await circuitOf(partner)).toMatchObject({ sent: 3, success: 3, failures: 0 });
    const { rows: counts } = await pools.auth.query(
      'select event, status, response, n from postback_counts where postback = $1 and n <> 0 order by event',
      [partner.id],
    );
    expect(counts).toEqual(
      ['lead_approved', 'new_lead', 'status_update'].map((event) => ({
        event,
        status: 'success',
        response: '2xx',
        n: 1,
      })),
    );
    await vi.waitFor(() =>
      expect(hints).toContainEqual({ topic: 'postback-logs', ids: expect.arrayContaining([partner.id]) }),
    );
  });

  test('does not send events from before it existed, but sends events from while no worker ran', async () => {
    const stop = await start();
    await history.lead('B-0');
    const partner = await postback();
    await stop();
    const lead = await history.lead('B-1');
    await history.happened(lead, became('hold'));
    await start();
    expect((await untilEnded(partner, 2)).map(({ event }) => event)).toEqual(['new_lead', 'status_update']);
  });

  test('suppresses waiting deliveries when it is disabled or deleted', async () => {
    await start();
    sink.answer = () => ({ status: 500 });
    const [off, gone] = [await postback({ retryDelay: 60_000 }), await postback({ retryDelay: 60_000 })];
    const lead = await history.lead('C-1');
    await history.happened(lead, became('hold'));
    await vi.waitFor(async () => {
      for (const each of [off, gone])
        expect((await logOf(each))[0]).toMatchObject({ status: 'retry', attempts: 1 });
    });
    await history.changed(off, { type: 'PostbackDisabled', data: { reason: 'by-hand', delivery: null } });
    await history.changed(gone, { type: 'PostbackDeleted', data: {} });
    for (const [each, reason] of [
      [off, 'The postback is off'],
      [gone, 'The postback was deleted'],
    ] as const) {
      const rows = await untilEnded(each, 2);
      expect(rows.map(({ status }) => status)).toEqual(['suppressed', 'suppressed']);
      expect(rows.map((row) => row.reason)).toEqual([reason, reason]);
      expect(each.got()).toHaveLength(1);
    }
  });
});

describe('a partner that fails', () => {
  test("is retried up to its limit, and the lead's next delivery waits", async () => {
    await start();
    const partner = await postback({ maxRetries: 1, retryDelay: 60_000 });
    const [one, other] = [await history.lead('D-1'), await history.lead('D-2')];
    sink.answer = ({ body }) => ({ status: body.includes('D-1') ? 503 : 200 });
    await history.happened(one, became('hold'));
    await history.happened(other, became('hold'));
    await vi.waitFor(async () =>
      expect((await logOf(partner)).map(({ status }) => status)).toEqual([
        'retry',
        'success',
        'pending',
        'success',
      ]),
    );
    await vi.waitFor(async () => {
      await pools.auth.query(
        `update postback_queue set due_at = '-infinity' where postback = $1 and due_at < 'infinity'`,
        [partner.id],
      );
      expect(ended(await logOf(partner))).toBe(true);
    });
    const rows = await untilEnded(partner, 4);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
      'failed 2',
      'success 1',
      'failed 2',
      'success 1',
    ]);
    expect(rows[0]).toMatchObject({ reason: 'Answered 503', response_status: 503, max_attempts: 2 });
    const { rows: attempts } = await pools.auth.query(
      'select attempt, response_status, response_body, url from postback_attempts where delivery = $1 order by attempt',
      [rows[0]?.id],
    );
    const response = {
      response_status: 503,
      response_body: '{"ok":true}',
      url: `${sink.url}${partner.path}`,
    };
    expect(attempts).toEqual([
      { attempt: 1, ...response },
      { attempt: 2, ...response },
    ]);
  });

  test('with 410 disables the postback and records the reason', async () => {
    await start();
    const partner = await postback();
    sink.answer = () => ({ status: 410 });
    const lead = await history.lead('E-1');
    await history.happened(lead, became('hold'));
    const rows = await untilEnded(partner, 2);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'suppressed']);
    expect(rows[0]?.reason).toMatch(/^Answered 410.*, and the postback was turned off$/);
    const events = await store.readStream(`postback-${partner.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'PostbackDisabled',
      data: { reason: 'gone', delivery: rows[0]?.id },
      meta: { actor: { kind: 'system' } },
    });
    expect(partner.got()).toHaveLength(1);
  });

  test('with 429 and ten years of Retry-After gets a pause of one hour', async () => {
    await start();
    const partner = await postback();
    sink.answer = () => ({ status: 429, headers: { 'retry-after': '315360000' } });
    await history.lead('F-1');
    const row = await vi.waitFor(async () => {
      const [first] = await logOf(partner);
      expect(first?.status).toBe('retry');
      return first;
    });
    const minutes = ((row?.next_attempt_at?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThan(61);
    // Other leads wait too: the pause applies to the whole partner.
    sink.answer = () => ({ status: 200 });
    await history.lead('F-2');
    await sleep(700);
    expect(partner.got()).toHaveLength(1);
  });

  test('that hangs is limited to its share, does not delay other partners, and gets nothing until a probe succeeds', async () => {
    await start();
    const [hanging, well] = [await postback({ retryDelay: 1_000, timeout: 60_000 }), await postback()];
    sink.answer = ({ path }) => (path === hanging.path ? 'silence' : { status: 200 });
    for (let n = 0; n < 60; n++) await history.lead(`G-${n}`);
    await untilEnded(well, 60);
    await vi.waitFor(() => expect(hanging.got()).toHaveLength(24)); // its share at once
    await vi.waitFor(async () => {
      sink.hangUp(); // also the requests that were sent between the first failure and the fifth
      expect((await circuitOf(hanging))?.paused_until).not.toBeNull();
    });
    expect((await circuitOf(hanging))?.failures).toBe(5);
    await pauseUntil(hanging, "now() + interval '1 hour'"); // longer than a busy machine needs
    await vi.waitFor(async () => {
      sink.hangUp();
      const leased = 'select from postback_queue where postback = $1 and lease is not null';
      expect((await pools.auth.query(leased, [hanging.id])).rowCount).toBe(0);
    });
    const tried = hanging.got().length;
    await sleep(500);
    expect(hanging.got()).toHaveLength(tried); // the pause uses up no attempts
    // After the pause, one delivery is sent as a probe. After its success the others follow.
    let answerProbe = () => {};
    const after = new Promise<void>((resolve) => {
      answerProbe = resolve;
    });
    sink.answer = () => ({ status: 200, after });
    await pauseUntil(hanging, 'now()');
    await vi.waitFor(() => expect(hanging.got()).toHaveLength(tried + 1));
    await sleep(150);
    expect(hanging.got()).toHaveLength(tried + 1);
    answerProbe();
    expect((await untilEnded(hanging, 60)).every(({ status }) => status === 'success')).toBe(true);
    expect(await circuitOf(hanging)).toMatchObject({
      sent: 60,
      success: 60,
      failures: 0,
      paused_until: null,
    });
  });

  test('with a private address is not retried', async () => {
    await start();
    const partner = await history.postback('http://169.254.169.254/latest/meta-data/');
    await history.lead('H-1');
    const rows = await untilEnded(partner, 1);
    expect(rows[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      reason: expect.stringContaining('not a public address'),
    });
  });

  test('gets no unsigned request: a delivery waits for the secret, and fails if none arrives', async () => {
    await start();
    const [late, never] = [await postback(), await postback()];
    await pools.auth.query('delete from secrets where owner = any($1::uuid[])', [[late.id, never.id]]);
    await history.lead('I-1');
    await vi.waitFor(async () => expect(await logOf(late)).toHaveLength(1));
    await sleep(300);
    expect(late.got()).toEqual([]);
    await secrets.keep(
      pools.auth,
      { tenant: late.tenant, owner: late.id },
      { signing: late.secret },
      { position: null },
    );
    await pools.auth.query(
      `update postback_queue set enqueued_at = now() - interval '2 minutes' where postback = $1`,
      [never.id],
    );
    expect(await untilEnded(late, 1)).toMatchObject([{ status: 'success', attempts: 1 }]);
    expect(await untilEnded(never, 1)).toMatchObject([
      {
        status: 'failed',
        attempts: 0,
        reason: expect.stringContaining('A secret of this postback is missing'),
      },
    ]);
    expect(late.got()).toMatchObject([{ signed: true }]);
    expect(never.got()).toEqual([]);
  });
});
