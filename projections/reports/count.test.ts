import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { DecodedBlock } from '../block-cache.ts';
import { codesOf } from '../block-column.ts';
import { type CountRequest, countBlocks } from './count.ts';
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
  await expect(countBlocks(blocks(), request, left.signal)).rejects.toThrow('The reader has left');
  expect(reads).toBe(2);
});

test('a report of a block without the column of its time fails, instead of leaving out the leads', async () => {
  const incomplete: DecodedBlock = { block: 0, size: 1, coded: new Map(), numbers: new Map() };
  async function* blocks(): AsyncGenerator<readonly DecodedBlock[]> {
    yield [incomplete];
  }
  const counting = countBlocks(blocks(), request, new AbortController().signal);
  await expect(counting).rejects.toThrow('A block was read without the column at');
});

test('a slot whose lead was deleted is not counted', async () => {
  const [size, at] = [2, request.period.from];
  const coded = new Map([
    ['at', codesOf([at, null])],
    ['status', codesOf(['approved', null])],
    ['currency', codesOf(['USD', null])],
    ['call_state', codesOf([null, null])],
  ]);
  async function* blocks(): AsyncGenerator<readonly DecodedBlock[]> {
    yield [{ block: 0, size, coded, numbers: new Map([['total', Float64Array.from([5, 0])]]) }];
  }
  const { days } = await countBlocks(blocks(), request, new AbortController().signal);
  expect(days[0]?.leads.filter((count) => count > 0)).toEqual([1]);
});

test('a report with duplicates keeps the phones of a block, and no other column', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const columns: { totals: WeakRef<object>; statuses: WeakRef<object> }[] = [];
  const at = request.period.from;
  const nextBlock = (block: number): DecodedBlock => {
    const totals = Float64Array.from({ length: 256 }, () => 1);
    const status = codesOf(new Array(256).fill('approved'));
    columns.push({ totals: new WeakRef(totals), statuses: new WeakRef(status) });
    return {
      block,
      size: 256,
      coded: new Map([
        ['at', codesOf(new Array(256).fill(at))],
        ['status', status],
        ['currency', codesOf(new Array(256).fill('USD'))],
        ['call_state', codesOf(new Array(256).fill(null))],
      ]),
      numbers: new Map([
        ['total', totals],
        ['phone_number', Float64Array.from({ length: 256 }, (_, slot) => 1 + (slot % 128))],
      ]),
    };
  };
  async function* blocks(): AsyncGenerator<readonly DecodedBlock[]> {
    for (let block = 0; block < 3; block += 1) yield [nextBlock(block)];
    await nextTurn();
    // The first ends a collection that may be under way, which keeps what it has marked already.
    collectGarbage();
    collectGarbage();
  }
  const { days } = await countBlocks(
    blocks(),
    { ...request, duplicates: true },
    new AbortController().signal,
  );
  expect(days[0]?.duplicates).toBe(3 * 256 - 128);
  expect(columns[0]?.totals.deref()).toBeUndefined();
  expect(columns[0]?.statuses.deref()).toBeUndefined();
});
