import { endpoint } from '@crm/contracts/endpoint.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { openOverloadLimit } from './overload.ts';
import { partners } from './policy.ts';
import type { Result } from './result.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

/** A promise that the test resolves. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Posts that are carried out until `open`, at a time that the test sets. */
function waitingPosts() {
  let now = 0;
  let answered = 0;
  const { opened, open } = gate();
  const limit = openOverloadLimit(() => now);
  const done: Result = { kind: 'done', data: null };
  return {
    limit,
    at: (ms: number) => {
      now = ms;
    },
    begin: (posts: number) =>
      Array.from({ length: posts }, () =>
        limit.carryOut(async () => {
          await opened;
          answered += 1;
          return done;
        }),
      ),
    open,
    answered: () => answered,
  };
}

describe('posts of partners', () => {
  test('are accepted while few wait, however long', () => {
    const { limit, at, begin } = waitingPosts();
    void begin(99);
    at(60_000);
    expect(limit.refusal()).toBeNull();
  });

  test('are refused while the oldest of many waits too long, and accepted when it is answered', async () => {
    const { limit, at, begin, open } = waitingPosts();
    const posts = begin(100);
    at(50);
    expect(limit.refusal()).toBeNull();
    at(51);
    expect(limit.refusal()).toMatchObject({ refusal: 'overloaded' });
    open();
    await Promise.all(posts);
    expect(limit.refusal()).toBeNull();
  });

  test('are refused above the most that wait, and are then not carried out', async () => {
    const { limit, begin, open, answered } = waitingPosts();
    const posts = begin(251);
    expect(limit.refusal()).toMatchObject({ refusal: 'overloaded' });
    expect(await posts[250]).toMatchObject({ kind: 'refused', refusal: 'overloaded' });
    open();
    await Promise.all(posts);
    expect(answered()).toBe(250);
  });

  test('return at different times', () => {
    const { limit, begin } = waitingPosts();
    void begin(250);
    const seconds = Array.from({ length: 10 }, () => limit.refusal()?.retryAfter);
    expect(new Set(seconds)).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

test('a post above the limit is refused before its body is read, and is not counted as a refused command', async () => {
  const { opened, open } = gate();
  const app = await createServer({ log: openLog('silent'), trustProxy: [] });
  const post = endpoint({ method: 'POST', path: '/posts', body: z.looseObject({}), data: z.null() });
  const posts = route(post, partners, async () => {
    await opened;
    return { kind: 'done', data: null };
  });
  const counted: string[] = [];
  mountRoutes(app, [posts], noAccess, ({ refusal }) => void counted.push(refusal));
  const send = (payload: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/posts', payload },
      headers: { 'content-type': 'application/json' },
    });
  const waiting = Array.from({ length: 100 }, () => send('{}'));
  // Until the others have waited too long, a body that cannot be read is refused for what it is.
  let answer = await send('not JSON');
  while (answer.statusCode === 400) answer = await send('not JSON');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ success: false, code: 'overloaded' });
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  open();
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await send('{}')).statusCode).toBe(200);
  expect(counted).toEqual([]);
  await app.close();
});
