import { randomBytes } from 'node:crypto';
import { rounded } from '../figures.ts';

/** Reads the delay of a product's event loop at /metrics. */
export function openMetrics() {
  const token = randomBytes(16).toString('hex');
  return {
    /** The product's METRICS_TOKEN. */
    token,
    /** The delay since the last read, in milliseconds. */
    async read(url: string): Promise<{ p99Ms: number; mostMs: number }> {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      const ms = (name: string) =>
        rounded(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) * 1000);
      return {
        p99Ms: ms('nodejs_eventloop_lag_p99_seconds'),
        mostMs: ms('nodejs_eventloop_lag_max_seconds'),
      };
    },
  };
}
