import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_AFTER_MS = 500;

/**
 * Like `fetch`, but sends a call again that was answered 503, as the console does: on a busy machine, Postgres may not answer in
 * time. A write has a key, so that it takes effect once.
 */
export function fetchServed(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method && init.method !== 'GET') headers.set('idempotency-key', randomUUID());
  return untilServed(() => fetch(url, { ...init, headers }));
}

/** The same for a request that must be made anew each time, as one whose body is a stream. */
export async function untilServed(send: () => Promise<Response>): Promise<Response> {
  let answer = await send();
  while (answer.status === 503) {
    await sleep(AGAIN_AFTER_MS);
    answer = await send();
  }
  return answer;
}
