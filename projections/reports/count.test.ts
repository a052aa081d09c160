import { expect, test } from 'vitest';
import type { DecodedBlock } from '../block-cache.ts';
import { type CountRequest, countLeads } from './count.ts';
import { periodOf } from './period.ts';

const request: CountRequest = {
  tenant: '6b0f2a70-0000-4000-8000-000000000001',
  operator: null,
  period: periodOf('2026-01-01', '2026-01-31', 'UTC'),
  time: 'at',
  filters: {},
  groups: [],
  duplicates: false,
  ages: false,
};

test('a report whose reader has left reads no further blocks', async () => {
  const left = new AbortController();
  let reads = 0;
  async function* blocks(): AsyncGenerator<readonly DecodedBlock[]> {
    for (; reads < 5; reads += 1) {
      if (reads === 2) left.abort(new Error('The reader has left'));
      yield [];
    }
  }
  await expect(countLeads(blocks(), request, left.signal)).rejects.toThrow('The reader has left');
  expect(reads).toBe(2);
});

test('a report of a block without the column of its time fails, instead of leaving out the leads', async () => {
  const incomplete: DecodedBlock = { block: 0, size: 1, coded: new Map(), numbers: new Map() };
  async function* blocks(): AsyncGenerator<readonly DecodedBlock[]> {
    yield [incomplete];
  }
  const counting = countLeads(blocks(), request, new AbortController().signal);
  await expect(counting).rejects.toThrow('A block was read without the column at');
});
