import { Pool } from 'undici';
import { anOffer, leadBody } from './console-user.ts';
import { type Figures, percentiles, rounded } from './figures.ts';
import { oneRowInserts } from './floor.ts';
import { startMeasured } from './measured-product.ts';

const CONNECTIONS = 64;
const WARM_MS = 4_000;
const MEASURED_MS = 12_000;

/** Durably acknowledged POST /api/leads on 64 connections, with running projections; `--each N`: N processes of each kind behind a proxy. */
export async function ingest(args: readonly string[]): Promise<Figures> {
  const product = await startMeasured(args);
  try {
    const floor = await oneRowInserts(product.databaseUrl, 32, 5_000);
    await load(product.url, anOffer, WARM_MS);
    const times = await load(product.url, anOffer, MEASURED_MS);
    const value = times.length / (MEASURED_MS / 1000);
    return {
      value: rounded(value, 0),
      unit: 'leads/s',
      floor: rounded(floor, 0),
      ratio: rounded(value / floor, 2),
      ...percentiles(times),
      ...product.rss(),
    };
  } finally {
    await product.remove();
  }
}

let sent = 0;

/**
 * Posts leads on all connections, each waiting for its answer; returns the times of the acknowledged ones.
 */
export async function load(url: string, offer: string, ms: number): Promise<number[]> {
  const until = performance.now() + ms;
  return post(url, offer, () => performance.now() < until);
}

/** Posts so many leads on all connections, each waiting for its answer. */
export async function postLeads(url: string, offer: string, leads: number): Promise<void> {
  let left = leads;
  await post(url, offer, () => left-- > 0);
}

async function post(url: string, offer: string, goesOn: () => boolean): Promise<number[]> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (goesOn()) {
        const started = performance.now();
        sent += 1;
        const { statusCode, body } = await pool.request({
          path: '/api/leads',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: leadBody(offer, sent),
        });
        const text = await body.text();
        if (statusCode !== 201) throw new Error(`Refused with ${statusCode}: ${text}`);
        times.push(performance.now() - started);
      }
    }),
  );
  await pool.close();
  return times;
}
