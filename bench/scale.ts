import type { Figures } from './figures.ts';
import { ingest } from './ingest.ts';
import { live } from './live.ts';
import { postbacks } from './postbacks.ts';

/**
 * `npm run bench -- scale`: `ingest` and `live` with one and with two processes of each kind, `postbacks` with one and with two
 * worker processes alone, one run after the other. Prints a table; the value is the throughput of `ingest` with two, divided by that with one.
 */
export async function scale(): Promise<Figures> {
  const ingested: number[] = [];
  for (const [name, bench] of Object.entries({ ingest, live, postbacks }))
    for (const each of ['1', '2']) {
      const { value, unit, p50_ms, p99_ms } = await bench(['--each', each]);
      if (name === 'ingest') ingested.push(value);
      console.info(`${name.padEnd(10)} with ${each}: ${value} ${unit} (p50 ${p50_ms} ms, p99 ${p99_ms} ms)`);
    }
  const [one = 1, two = 0] = ingested;
  return { value: Number((two / one).toFixed(2)), unit: 'times the leads/s of one process of each kind' };
}
