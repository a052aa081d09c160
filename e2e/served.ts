import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const AGAIN_AFTER_MS = 500;

/**
 * Like `fetch`, but sends a call again that was answered 503, as the console does: on a busy machine, Postgres may not answer in
 * time. A write has a key, so that it takes effect once.
 */
export async function fetchServed(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method && init.method !== 'GET') headers.set('idempotency-key', randomUUID());
  let answer = await fetch(url, { ...init, headers });
  while (answer.status === 503) {
    await sleep(AGAIN_AFTER_MS);
    answer = await fetch(url, { ...init, headers });
  }
  return answer;
}
