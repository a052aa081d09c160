import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@crm/platform/test/product.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { anOffer } from '../console-user.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { takeLeadLimit } from '../lead-limit.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { openMetrics } from './metrics.ts';
import { type Order, orderIdOf, type Sent } from './sender.ts';
import { beginUsing, type UsersWaits } from './users.ts';

/** As many as `ingest` has, to measure the capacity. */
const CLOSED_CONNECTIONS = 64;
/** Partners' connections in the overload: more than the product can answer in 250 ms. */
const OPEN_CONNECTIONS = 1_000;
const WARM_SECONDS = 4;
const CAPACITY_SECONDS = 10;
const OVERLOAD_SECONDS = 60;
const AFTER_SECONDS = 10;
/** The limit for an accepted lead; above it, the product has not recovered. */
const LIMIT_MS = 250;

type OverloadFigures = Figures & {
  capacity_per_s: number;
  offered_per_s: number;
  accepted_per_s: number;
  shed_per_s: Record<string, number>;
  shed_p99_ms: number;
  without_retry_after: number;
  errors: Record<string, number>;
  generator_late_p99_ms: number;
  /** From the end of the overload to the last lead that was shed or waited for more than 250 ms. */
  recovery_s: number;
  after_p99_ms: number;
  caught_up_s: number;
  rss_mb: number;
  event_loop_p99_ms: number;
  event_loop_most_ms: number;
  users: UsersWaits;
  ledger: Ledger;
};

/**
 * Partners' posts at twice the capacity for 60 s, which do not wait for answers, and then 10 s at half of it. A number
 * sets the seconds of the overload: `npm run bench -- overload 15`; a second one sets the offered rate as a multiple of
 * the capacity.
 */
export async function overload([seconds, times]: readonly string[]): Promise<OverloadFigures> {
  const overloadSeconds = seconds === undefined ? OVERLOAD_SECONDS : Number(seconds);
  const metrics = openMetrics();
  const product = await startProduct({ demoLeads: 0, metricsToken: metrics.token });
  const sender = fork(await programOf('bench/overload/sender.ts'), { serialization: 'advanced' });
  const send = (order: Order) =>
    new Promise<Sent>((resolve, reject) => {
      sender.once('message', (sent: Sent) => resolve(sent));
      sender.once('exit', (code) => reject(new Error(`The sender ended with ${code}`)));
      sender.send(order);
    });
  const ledger = await openLedger(product.dataDir);
  try {
    await takeLeadLimit(product.url);
    const to = { url: product.url, offer: anOffer };
    const closed = { ...to, kind: 'closed', connections: CLOSED_CONNECTIONS } as const;
    await send({ ...closed, run: 'warm', seconds: WARM_SECONDS });
    const { status } = await send({ ...closed, run: 'capacity', seconds: CAPACITY_SECONDS });
    const refused = status.find((each) => each !== 201);
    if (refused !== undefined) throw new Error(`A lead was refused with ${refused} below the capacity`);
    const capacity = Math.round(status.length / CAPACITY_SECONDS);
    await ledger.caughtUp();
    console.info(`Capacity: ${capacity} leads/s`);

    const offered = Math.round(capacity * Number(times ?? 2));
    const stopUsing = await beginUsing(product.url, orderIdOf('warm', 0));
    await metrics.read(product.url); // a read of the event loop's delay resets it
    const phases = [
      { perSecond: offered, seconds: overloadSeconds },
      { perSecond: Math.round(capacity / 2), seconds: AFTER_SECONDS },
    ];
    const sending = send({ ...to, run: 'overload', kind: 'open', connections: OPEN_CONNECTIONS, phases });
    await sleep(overloadSeconds * 1000);
    const delay = await metrics.read(product.url);
    const users = await stopUsing();
    const sent = await sending;
    const ended = performance.now();
    const rss_mb = product.rssMb();
    await ledger.caughtUp();
    const caughtUp = (performance.now() - ended) / 1000;

    const during = offered * overloadSeconds;
    const accepted = select(sent, 0, during, (status) => status === 201);
    return {
      value: percentiles(accepted).p99_ms,
      unit: `ms to the answer of an accepted lead at ${times ?? 2} times the capacity (p99)`,
      ...percentiles(accepted),
      capacity_per_s: capacity,
      offered_per_s: offered,
      accepted_per_s: rounded(accepted.length / overloadSeconds, 0),
      shed_per_s: shedPerSecond(sent, during, overloadSeconds),
      shed_p99_ms: percentiles(select(sent, 0, during, isShed)).p99_ms,
      without_retry_after: sent.withoutRetryAfter,
      errors: sent.errors,
      generator_late_p99_ms: percentiles([...sent.late]).p99_ms,
      recovery_s: rounded(recovery(sent, during, capacity / 2)),
      after_p99_ms: percentiles(select(sent, during, sent.ms.length, (status) => status === 201)).p99_ms,
      caught_up_s: rounded(caughtUp),
      rss_mb,
      event_loop_p99_ms: delay.p99Ms,
      event_loop_most_ms: delay.mostMs,
      users,
      ledger: await ledger.compare(sent),
    };
  } finally {
    sender.disconnect();
    await ledger.close();
    await product.remove();
  }
}

const isShed = (status: number) => status === 429 || status === 503;

function select(
  { status, ms }: Sent,
  from: number,
  to: number,
  which: (status: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let n = from; n < to; n += 1) if (which(status[n] ?? 0)) found.push(ms[n] ?? 0);
  return found;
}

function shedPerSecond({ status }: Sent, to: number, seconds: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of status.subarray(0, to)) if (each !== 201) counts[each] = (counts[each] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).map(([of, count]) => [of, rounded(count / seconds)]));
}

/** Seconds of the second phase until its last lead that was shed or answered late. */
function recovery({ status, ms }: Sent, from: number, perSecond: number): number {
  for (let n = status.length - 1; n >= from; n -= 1)
    if (status[n] !== 201 || (ms[n] ?? 0) > LIMIT_MS) return (n + 1 - from) / perSecond;
  return 0;
}
