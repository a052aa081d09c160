import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { hostileSink } from '../test/hostile-sink.ts';
import { STATE_MS } from '../test/patience.ts';
import { listen } from './listen.ts';
import { openSender } from './open-sender.ts';
import type { Sent } from './send.ts';

const sink = await hostileSink();
const sender = openSender({ allow: ['127.0.0.1'] });
afterAll(async () => {
  await sender.close();
  await sink.close();
});

/** Deadline for requests that are expected to time out. */
const DEADLINE_MS = 1_500;

const to = (url: string, timeoutMs = STATE_MS) =>
  sender.send({ method: 'POST', url, headers: {}, body: '{"a":1}', timeoutMs });

describe('ends by the deadline with a one-line reason for any partner behaviour', () => {
  const cases: [misdeed: string, url: string, outcome: Partial<Sent>][] = [
    ['never accepts', sink.deafUrl, { kind: 'unanswered', why: 'timeout', status: null }],
    ['accepts and never answers', `${sink.url}/hang`, { kind: 'unanswered', why: 'timeout', status: null }],
    ['a byte a second', `${sink.url}/drip`, { kind: 'unanswered', why: 'timeout', status: 200 }],
    ['headers by the byte', `${sink.url}/drip-headers`, { kind: 'unanswered', why: 'timeout', status: null }],
    ['a megabyte of headers', `${sink.url}/headers`, { kind: 'unanswered', why: 'answer' }],
    [
      'a reset in the middle',
      `${sink.url}/reset`,
      {
        kind: 'unanswered',
        why: 'answer',
        status: 200,
        reason: 'The connection broke in the middle of the answer',
      },
    ],
    [
      'hangs up',
      `${sink.url}/close`,
      {
        kind: 'unanswered',
        why: 'connection',
        status: null,
        reason: 'The connection was closed before an answer came',
      },
    ],
    ['not HTTP', `${sink.url}/garbage`, { kind: 'unanswered', why: 'answer', status: null }],
    ['not TLS', sink.brokenTlsUrl, { kind: 'unanswered', why: 'tls' }],
    [
      'no listener',
      'http://127.0.0.1:9/',
      { kind: 'unanswered', why: 'connection', reason: 'The connection was refused' },
    ],
    ['204', `${sink.url}/no-content`, { kind: 'answered', status: 204, body: '' }],
    ['410', `${sink.url}/gone`, { kind: 'answered', status: 410 }],
    ['not a name', 'http://nowhere.invalid/', { kind: 'unanswered', why: 'name' }],
    ['not a scheme', 'file:///etc/passwd', { kind: 'refused' }],
  ];
  test.each(cases)('%s', async (_, url, outcome) => {
    const started = performance.now();
    const late = 'why' in outcome && outcome.why === 'timeout';
    if (late) {
      // On a busy machine, the first line of an answer may need longer.
      let tries = 0;
      await expect.poll(() => to(url, DEADLINE_MS * ++tries)).toMatchObject(outcome);
    } else expect(await to(url)).toMatchObject(outcome);
    expect(performance.now() - started).toBeLessThan(STATE_MS / 2);
  });

  test('returns a redirect as an answer and does not follow it', async () => {
    const sent = await to(`${sink.url}/redirect`);
    expect(sent).toMatchObject({
      kind: 'answered',
      status: 301,
      headers: { location: 'http://169.254.169.254/latest/meta-data/' },
    });
  });

  test('reads at most 64 KiB of an endless body', async () => {
    const sent = await to(`${sink.url}/infinite`);
    expect(sent).toMatchObject({ kind: 'answered', status: 200, cut: true });
    expect(sent.kind === 'answered' && sent.body.length).toBe(64 * 1024);
  });

  test('drops a character that the 64 KiB limit cuts in two', async () => {
    const sent = await to(`${sink.url}/emoji`);
    const body = sent.kind === 'answered' ? sent.body : '';
    expect([body.length, body.at(-1)]).toEqual([64 * 1024 - 1, 'x']);
  });

  test('does not decompress a body', async () => {
    const before = process.memoryUsage().rss;
    expect(await to(`${sink.url}/bomb`)).toMatchObject({
      body: expect.stringMatching(/bytes of gzip, not unpacked/),
    });
    // The sink creates its 50 MB bomb in this process too.
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  test('replaces a NUL, which Postgres cannot store', async () =>
    expect(await to(`${sink.url}/nul`)).toMatchObject({ body: 'a\u{fffd}b' }));

  test('refuses an invalid header without throwing', async () => {
    const sent = await sender.send({
      method: 'POST',
      url: `${sink.url}/gone`,
      headers: { 'x-evil': 'a\r\nhost: b' },
      body: null,
      timeoutMs: STATE_MS,
    });
    expect(sent).toMatchObject({ kind: 'refused', reason: expect.stringContaining('x-evil') });
  });
});

describe('names', () => {
  const { port, requests } = sink.innocent;
  const through = (addresses: string[][], allow: string[] = []) => {
    let times = 0;
    const resolve = async () => addresses[Math.min(times++, addresses.length - 1)] ?? [];
    const guarded = openSender({ allow, resolve });
    afterAll(guarded.close);
    return () =>
      guarded.send({
        method: 'GET',
        url: `http://flips.example:${port}/`,
        headers: {},
        body: null,
        timeoutMs: STATE_MS,
      });
  };

  test('refuses a name when it changes to 127.0.0.1', async () => {
    const before = requests();
    const send = through([['192.0.2.1'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]);
    for (const address of ['192.0.2.1', '127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1'])
      expect(await send()).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(`leads to ${address}`),
      });
    expect(requests()).toBe(before);
  });

  test('resolves a name once per connection and connects to that address', async () => {
    const before = requests();
    // If the name were resolved again after the check, the second address would be used.
    const send = through([['127.0.0.1'], ['10.0.0.1']], ['127.0.0.1']);
    expect(await send()).toMatchObject({ kind: 'answered', status: 200, body: 'fine' });
    await sleep(20); // until the agent marks the connection as free
    expect(await send()).toMatchObject({ kind: 'answered' }); // over the same connection
    expect(requests()).toBe(before + 2);
  });

  test('reports a name without addresses', async () =>
    expect(await through([[]])()).toMatchObject({ kind: 'unanswered', why: 'name' }));
});

test('aborts requests when the program stops', async () => {
  const stop = new AbortController();
  const sending = sender.send(
    { method: 'POST', url: `${sink.url}/hang`, headers: {}, body: null, timeoutMs: 2 * STATE_MS },
    stop.signal,
  );
  stop.abort();
  expect(await sending).toMatchObject({ kind: 'unanswered', reason: expect.stringContaining('stopping') });
});

test('reuses a connection', async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('fine');
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  onTestFinished(() => void server.close());
  for (let n = 0; n < 5; n++) {
    expect(await to(url)).toMatchObject({ status: 200 });
    await sleep(20);
  }
  expect(ports.size).toBe(1);
});

test('an answer that came while this process was held up is an answer', async () => {
  const limitMs = 2_000;
  const server = createServer((_, response) => {
    const until = performance.now() + limitMs + 100;
    while (performance.now() < until); // as on a busy machine
    response.end('here');
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  expect(await to(`http://127.0.0.1:${port}/`, limitMs)).toMatchObject({ kind: 'answered', body: 'here' });
});
