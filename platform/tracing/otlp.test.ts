import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { programMetrics } from '../metrics/program-metrics.ts';
import { listen } from '../net/listen.ts';
import { openOtlpTracer } from './otlp.ts';

type Answer = 'takes' | 'is away' | 'never answers';

/** A collector; returns its address and the number of spans that it got. */
async function collector(answer: Answer) {
  let received = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (answer === 'never answers') return;
      received += body.split('"spanId"').length - 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  if (answer === 'is away') close();
  else onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, received: () => received };
}

async function spansBy(outcome: string): Promise<number> {
  const metric = await programMetrics.getSingleMetric('trace_spans_total')?.get();
  return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
}

const open = (url: string, share = 1) => openOtlpTracer({ url, service: 'test', share });

test('a span continues the trace of its parent, and is sent at the latest when tracing ends', async () => {
  const { url, received } = await collector('takes');
  const tracer = open(url);
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const span = tracer.start('child', { kind: 'internal', parent: `00-${trace}-b7ad6b7169203331-01` });
  expect(span.traceparent).toMatch(new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  span.end({ 'crm.events': 1 });
  await tracer.close();
  expect(received()).toBe(1);
});

test.each([
  '',
  'x',
  '00-0-0-01',
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${'a'.repeat(31)}G-b7ad6b7169203331-01`,
])('the unreadable traceparent %j begins a new trace', async (parent) => {
  const tracer = open((await collector('is away')).url);
  expect(tracer.start('root', { kind: 'server', parent }).traceparent).toMatch(
    /^00-(?!0{32}|a{31})[0-9a-f]{32}-[0-9a-f]{16}-01$/,
  );
});

test('a trace that its caller does not collect is not sent, and stays so for its effects', async () => {
  const { url, received } = await collector('takes');
  const tracer = open(url);
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  const span = tracer.start('child', { kind: 'internal', parent });
  expect(span.traceparent).toMatch(/-00$/);
  span.end();
  const chosen = open(url, 0).start('root', { kind: 'internal', parent: null });
  expect(chosen.traceparent).toMatch(/-00$/);
  await tracer.close();
  expect(received()).toBe(0);
});

test('a caller does not decide that its trace is sent: at share 0 none is', async () => {
  const { url, received } = await collector('takes');
  const tracer = open(url, 0);
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const span = tracer.start('call', { kind: 'server', parent });
  expect(span.traceparent).toMatch(/-00$/);
  span.end();
  await tracer.close();
  expect(received()).toBe(0);
});

test('spans that a collector did not take are counted as failed', async () => {
  const { url } = await collector('is away');
  const before = await spansBy('failed');
  const tracer = open(url);
  tracer.start('span', { kind: 'internal', parent: null }).end();
  await vi.waitFor(async () => expect((await spansBy('failed')) - before).toBe(1));
});

test.each(['is away', 'never answers'] as const)(
  'while the collector %s, spans are counted and bounded, and nothing waits',
  async (answer) => {
    const { url } = await collector(answer);
    const before = await spansBy('dropped');
    const tracer = open(url);
    for (let n = 0; n < 10_000; n += 1) tracer.start('span', { kind: 'internal', parent: null }).end();
    expect((await spansBy('dropped')) - before).toBe(10_000 - 4_096);
  },
);
