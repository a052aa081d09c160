import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { leadBody } from '../console-user.ts';

/** A part of a run: so many posts per second, whether or not earlier ones were answered. */
export type Phase = { perSecond: number; seconds: number };

/** The run's name is part of its order ids. */
type To = { run: string; url: string; offer: string; connections: number };
/** Each connection waits for its answer before its next post. */
type Closed = To & { kind: 'closed'; seconds: number };
/** Posts leave at their times, and wait in this process while all connections are in use. */
type Open = To & { kind: 'open'; phases: Phase[] };
export type Order = Closed | Open;

/** The result of each post, in the order of sending. */
export type Sent = {
  run: string;
  /** The status; 0 where no answer arrived. */
  status: Uint16Array;
  /** Milliseconds from the time at which the post was to leave until the end of its answer. */
  ms: Float32Array;
  /** Milliseconds by which the post left late, because this process had no turn. */
  late: Float32Array;
  /** Answers with 429 or 503 that had no Retry-After of a second or more. */
  withoutRetryAfter: number;
  /** Posts that got no answer, by error. */
  errors: Record<string, number>;
};

export const orderIdOf = (run: string, n: number) => `${run}-${n}`;

// A process of partners: it does what its parent orders, and answers each order with a `Sent`.
process.on('message', (order: Order) => {
  const sending = order.kind === 'closed' ? closed(order) : open(order);
  void sending.then((sent) => process.send?.(sent));
});
process.on('disconnect', () => process.exit());

async function closed({ run, url, offer, connections, seconds }: Closed) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const post = posting(run, pool, offer, 100_000 * seconds);
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) await post.send(performance.now());
    }),
  );
  await pool.close();
  return post.sent();
}

async function open({ run, url, offer, connections, phases }: Open) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const all = phases.reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0);
  const post = posting(run, pool, offer, all);
  await openAll(pool, connections);
  const under: Promise<void>[] = [];
  let begin = performance.now();
  for (const { perSecond, seconds } of phases) {
    for (let n = 0; n < perSecond * seconds; n += 1) {
      const due = begin + (n * 1000) / perSecond;
      // Timers have whole milliseconds: what fell due in one of them leaves together.
      while (performance.now() < due) await sleep(1);
      under.push(post.send(due));
    }
    begin += seconds * 1000;
  }
  await Promise.all(under);
  await pool.destroy();
  return post.sent();
}

/**
 * Opens all connections, as a proxy keeps them: Node accepts one connection in each turn of its event loop, so that a
 * thousand new ones would take seconds.
 */
async function openAll(pool: Pool, connections: number): Promise<void> {
  const call = async () => (await pool.request({ path: '/healthz', method: 'GET' })).body.dump();
  await Promise.all(Array.from({ length: connections }, call));
}

function posting(run: string, pool: Pool, offer: string, most: number) {
  const [status, ms, late] = [new Uint16Array(most), new Float32Array(most), new Float32Array(most)];
  const errors: Record<string, number> = {};
  let [count, withoutRetryAfter] = [0, 0];
  return {
    async send(due: number): Promise<void> {
      const n = count;
      count += 1;
      late[n] = performance.now() - due;
      try {
        const answer = await pool.request({
          path: '/api/leads',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `${run} ${n}` },
          body: `${leadBody(offer, n).slice(0, -1)},"orderId":"${orderIdOf(run, n)}"}`,
        });
        await answer.body.dump();
        status[n] = answer.statusCode;
        const isShed = answer.statusCode === 429 || answer.statusCode === 503;
        if (isShed && !(Number(answer.headers['retry-after']) >= 1)) withoutRetryAfter += 1;
      } catch (error) {
        const name = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        errors[name] = (errors[name] ?? 0) + 1;
      }
      ms[n] = performance.now() - due;
    },
    sent: (): Sent => ({
      run,
      status: status.slice(0, count),
      ms: ms.slice(0, count),
      late: late.slice(0, count),
      withoutRetryAfter,
      errors,
    }),
  };
}
