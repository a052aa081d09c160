import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { gaugesAtScrape, type Sample, type ScrapeOptions } from './at-scrape.ts';
import { programMetrics } from './program-metrics.ts';

/** The lines of a scrape, without help and types. */
async function scrape(register: Registry): Promise<string[]> {
  const text = await Registry.merge([register, programMetrics]).metrics();
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

type Read = () => Promise<{ queue_jobs: Sample[]; queue_oldest_seconds: Sample[] }>;

function registered(source: string, read: Read, options: Partial<ScrapeOptions> = {}) {
  const register = new Registry();
  const gauges = gaugesAtScrape(
    source,
    { queue_jobs: { help: 'Jobs', labelNames: ['state'] }, queue_oldest_seconds: { help: 'Oldest' } },
    read,
    { log: null, ...options },
  );
  for (const gauge of gauges) register.registerMetric(gauge);
  return register;
}

const values = (n: number) => ({
  queue_jobs: [{ labels: { state: 'due' }, value: n }],
  queue_oldest_seconds: [{ value: 3 }],
});

test('reads nothing before a scrape, and once for all gauges and for scrapes close to each other', async () => {
  let reads = 0;
  const register = registered('calm', async () => values(++reads));
  expect(reads).toBe(0);
  const [first, second] = await Promise.all([scrape(register), scrape(register)]);
  expect(reads).toBe(1);
  expect(first).toEqual(
    expect.arrayContaining([
      'queue_jobs{state="due"} 1',
      'queue_oldest_seconds 3',
      'metrics_source_up{source="calm"} 1',
    ]),
  );
  expect(second).toEqual(first);
});

test('a state without rows loses its value', async () => {
  let jobs: Sample[] = [{ labels: { state: 'due' }, value: 2 }];
  const register = registered('changing', async () => ({ ...values(0), queue_jobs: jobs }), { freshMs: 0 });
  expect(await scrape(register)).toContain('queue_jobs{state="due"} 2');
  jobs = [];
  expect(await scrape(register)).not.toContainEqual(expect.stringMatching(/^queue_jobs/));
});

test.each<[string, Read]>([
  ['fails', () => Promise.reject(new Error('Postgres is away'))],
  ['does not end', () => sleep(60_000, values(1), { ref: false })],
])(
  'while a read %s, a scrape answers what the process knows, and says which source is missing',
  async (how, read) => {
    const log = { warn: vi.fn() };
    const register = registered(how, read, { log, limitMs: 10, freshMs: 0 });
    await scrape(register);
    const lines = await scrape(register);
    expect(lines).toContain(`metrics_source_up{source="${how}"} 0`);
    expect(lines).not.toContainEqual(expect.stringMatching(/^queue_/));
    const said = { source: how, err: expect.any(Error) };
    expect(log.warn.mock.calls).toEqual([[said, 'Figures for /metrics cannot be read']]);
  },
);
