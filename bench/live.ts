import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { Pool } from 'undici';
import { anOffer, leadBody, signIn } from './console-user.ts';
import { type Figures, percentiles } from './figures.ts';
import { startMeasured } from './measured-product.ts';

const PER_SECOND = 500;
const SECONDS = 15;
const WARM_SECONDS = 5;

/** From an acknowledged POST to the hint about that lead on an admin's socket, at 500 leads per second; `--each N` as in `ingest`. */
export async function live(args: readonly string[]): Promise<Figures> {
  const product = await startMeasured(args);
  try {
    const token = await signIn(product.url, 'admin@demo.test');
    const socket = io(product.url, { auth: { token }, transports: ['websocket'] });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const pushed = new Map<string, number>();
    socket.on('hint', ({ topic, ids }: { topic: string; ids: string[] }) => {
      if (topic !== 'leads') return;
      const now = performance.now();
      for (const id of ids) if (!pushed.has(id)) pushed.set(id, now);
    });

    const acknowledged = await post(product.url, anOffer);
    await sleep(2_000);
    socket.close();
    const waits = acknowledged.map(({ id, at }) => {
      const seen = pushed.get(id);
      if (seen === undefined) throw new Error(`The push of lead ${id} never came`);
      // A hint may arrive before the answer of its own POST; then the wait is 0.
      return Math.max(0, seen - at);
    });
    const measured = percentiles(waits);
    return {
      value: measured.p99_ms,
      unit: 'ms to the push (p99)',
      ...measured,
      ...product.rss(),
    };
  } finally {
    await product.remove();
  }
}

/** Posts at an even rate; returns the leads acknowledged after the warm-up, with times. */
async function post(url: string, offer: string): Promise<{ id: string; at: number }[]> {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  const acknowledged: { id: string; at: number }[] = [];
  const started = performance.now();
  const total = PER_SECOND * (WARM_SECONDS + SECONDS);
  const under: Promise<void>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = started + (n * 1000) / PER_SECOND;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    under.push(
      (async () => {
        const { statusCode, body } = await pool.request({
          path: '/api/leads',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: leadBody(offer, n),
        });
        // The product's own answer; a bench reads only the field that it needs.
        const answer = (await body.json()) as { data?: { lead?: { _id: string } } };
        const at = performance.now();
        const id = answer.data?.lead?._id;
        if (statusCode !== 201 || !id) throw new Error(`Refused with ${statusCode}`);
        if (n >= PER_SECOND * WARM_SECONDS) acknowledged.push({ id, at });
      })(),
    );
  }
  await Promise.all(under);
  await pool.close();
  return acknowledged;
}
