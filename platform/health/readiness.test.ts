import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { type Health, healthGauge, openReadiness, type ReadinessRegistry } from './readiness.ts';

let stop: AbortController;
let lines: string;
let readiness: ReadinessRegistry;
beforeEach(() => {
  stop = new AbortController();
  lines = '';
  const log = openLog('info', { write: (line) => (lines += line) });
  readiness = openReadiness({
    waitingFor: 'The event store',
    log,
    signal: stop.signal,
    everyMs: 1,
    limitMs: 20,
  });
});
afterEach(() => stop.abort());

const becomes = (status: string) => expect.poll(() => readiness.state().status, { interval: 5 }).toBe(status);

test('is waiting during the start, independent of its sources', () => {
  readiness.report('Postgres', { kind: 'unavailable', reason: 'connect ECONNREFUSED' });
  expect(readiness.state()).toEqual({ status: 'waiting', reason: 'The event store' });
  readiness.waitFor('The read models');
  expect(readiness.state()).toEqual({ status: 'waiting', reason: 'The read models' });
});

test('is ready without sources, and unavailable during a stop', () => {
  readiness.waitFor(null);
  expect(readiness.state()).toEqual({ status: 'ready' });
  stop.abort();
  expect(readiness.state()).toEqual({ status: 'unavailable', reason: 'The process is stopping' });
});

test('names every source in the worst state, and recovers source by source', () => {
  readiness.waitFor(null);
  readiness.report('leads', { kind: 'degraded', reason: '2 dead letters' });
  readiness.report('offers', { kind: 'degraded', reason: 'served in version 3' });
  expect(readiness.state()).toEqual({
    status: 'degraded',
    reason: 'leads: 2 dead letters; offers: served in version 3',
  });
  readiness.report('Postgres', { kind: 'unavailable', reason: 'no route to host' });
  expect(readiness.state()).toEqual({ status: 'unavailable', reason: 'Postgres: no route to host' });
  for (const source of ['Postgres', 'leads']) readiness.report(source, { kind: 'ok' });
  expect(readiness.state()).toEqual({ status: 'degraded', reason: 'offers: served in version 3' });
});

test('logs each change of a source once', () => {
  for (const health of [ok, ok, away, away, ok, ok]) readiness.report('Postgres', health);
  expect(lines.trim().split('\n')).toEqual([
    expect.stringContaining('Postgres: unavailable'),
    expect.stringContaining('Postgres: available again'),
  ]);
});

test('watches a check that fails, throws and recovers', async () => {
  let check = async (): Promise<Health> => ok;
  readiness.waitFor(null);
  readiness.watch('Postgres', () => check());
  await becomes('ready');
  check = async () => away;
  await becomes('unavailable');
  check = async () => ok;
  await becomes('ready');
  check = async () => Promise.reject(new Error('a bug'));
  await becomes('unavailable');
  expect(readiness.state()).toEqual({ status: 'unavailable', reason: 'Postgres: a bug' });
});

test('counts a hanging check as unavailable, without starting another', async () => {
  let started = 0;
  let settle: (health: Health) => void = () => {};
  readiness.waitFor(null);
  readiness.watch('Postgres', () => {
    started += 1;
    return new Promise((resolve) => {
      settle = resolve;
    });
  });
  await becomes('unavailable');
  expect(readiness.state()).toMatchObject({ reason: 'Postgres: No answer within 20 ms' });
  expect(started).toBe(1);
  settle(ok);
  await becomes('ready');
});

test('runs no check when the state is read', async () => {
  let started = 0;
  readiness.waitFor(null);
  readiness.watch('Postgres', () => {
    started += 1;
    return new Promise(() => {});
  });
  for (let n = 0; n < 1000; n += 1) readiness.state();
  expect(started).toBe(1);
});

test('shows each source and its state to Prometheus', async () => {
  readiness.report('Postgres', away);
  const { values } = await healthGauge(readiness).get();
  expect(values).toEqual([
    { labels: { source: 'Postgres', state: 'ok' }, value: 0 },
    { labels: { source: 'Postgres', state: 'degraded' }, value: 0 },
    { labels: { source: 'Postgres', state: 'unavailable' }, value: 1 },
  ]);
});

const ok: Health = { kind: 'ok' };
const away: Health = { kind: 'unavailable', reason: 'connect ECONNREFUSED' };
