import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { STALE_HEADER } from '@crm/contracts/headers.ts';

const AGAIN_AFTER_MS = 500;

/**
 * Like `fetch`, but sends a call again that was answered 503, and a read without its caller's last write, as the console does: on a
 * busy machine, Postgres may not answer in time. A write has a key, so that it takes effect once.
 */
export function fetchServed(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method && init.method !== 'GET') headers.set('idempotency-key', randomUUID());
  return untilServed(() => fetch(url, { ...init, headers }));
}

const isLate = ({ status, headers }: Response) => status === 503 || headers.get(STALE_HEADER) === 'true';

/** The same for a request that must be made anew each time, as one whose body is a stream. */
export async function untilServed(send: () => Promise<Response>): Promise<Response> {
  let answer = await send();
  while (isLate(answer)) {
    await sleep(AGAIN_AFTER_MS);
    answer = await send();
  }
  return answer;
}
