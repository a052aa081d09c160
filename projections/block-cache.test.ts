import { randomFrom } from '@crm/platform/random/random.ts';
import { expect, test } from 'vitest';
import { blockCache, type DecodedBlock } from './block-cache.ts';

const block = (n: number): DecodedBlock => ({ block: n, size: 1, coded: new Map(), numbers: new Map() });
const key = (tenant: string, n = 0, more: { storedIn?: number; version?: string } = {}) => ({
  tenant,
  block: n,
  storedIn: 1,
  version: '1',
  ...more,
});

test('finds a block only for its tenant, in its table and version', () => {
  const cache = blockCache(1_000);
  const own = block(0);
  cache.keep(key('a'), own, 10);
  expect(cache.find(key('a'))).toBe(own);
  expect(cache.find(key('b'))).toBeNull();
  expect(cache.find(key('a', 1))).toBeNull();
  expect(cache.find(key('a', 0, { version: '2' }))).toBeNull();
  expect(cache.find(key('a', 0, { storedIn: 2 }))).toBeNull();
});

test('forgets the tenant that was not used for the longest time', () => {
  const cache = blockCache(100);
  for (const tenant of ['a', 'b', 'c']) cache.keep(key(tenant), block(0), 30);
  cache.find(key('a'));
  cache.keep(key('d'), block(0), 30);
  expect(['a', 'b', 'c', 'd'].filter((tenant) => cache.find(key(tenant)))).toEqual(['a', 'c', 'd']);
});

test('keeps the first blocks of a tenant that is larger than the cache', () => {
  const cache = blockCache(100);
  for (let round = 0; round < 2; round += 1)
    for (let n = 0; n < 5; n += 1) if (!cache.find(key('a', n))) cache.keep(key('a', n), block(n), 30);
  expect([0, 1, 2, 3, 4].filter((n) => cache.find(key('a', n)))).toEqual([0, 1, 2]);
});

test('never uses more bytes than its limit, and counts each block once', () => {
  const { pick, below } = randomFrom(3);
  const cache = blockCache(500);
  const known = new Map<string, number>();
  for (let n = 0; n < 2_000; n += 1) {
    const of = key(pick(['a', 'b', 'c']), below(6), { version: pick(['1', '2']) });
    const found = cache.find(of);
    const bytes = below(60);
    const name = JSON.stringify(of);
    cache.keep(of, found ?? block(of.block), bytes);
    known.set(name, bytes + (found ? (known.get(name) ?? 0) : 0));
    expect(cache.bytes()).toBeLessThanOrEqual(500);
  }
  let bytes = 0;
  for (const [name, ofBlock] of known) if (cache.find(JSON.parse(name))) bytes += ofBlock;
  expect(bytes).toBe(cache.bytes());
});

test('a cache without room keeps nothing', () => {
  const cache = blockCache(0);
  cache.keep(key('a'), block(0), 10);
  expect([cache.find(key('a')), cache.bytes()]).toEqual([null, 0]);
});

test('forgets the blocks that were not used since it forgot others', () => {
  const cache = blockCache(1_000);
  for (const of of [key('a', 0), key('a', 1), key('b')]) cache.keep(of, block(of.block), 10);
  cache.forgetUnused();
  cache.find(key('a', 1));
  cache.find(key('b', 0, { version: '2' })); // written again since
  cache.forgetUnused();
  expect(cache.bytes()).toBe(10);
  expect([key('a', 0), key('a', 1), key('b')].map((of) => cache.find(of) !== null)).toEqual([
    false,
    true,
    false,
  ]);
});
