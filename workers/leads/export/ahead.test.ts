import { expect, test } from 'vitest';
import { ahead } from './ahead.ts';

test('begins the next item while the caller has the current one, and no further', async () => {
  const begun: number[] = [];
  async function* items() {
    for (let n = 1; n <= 3; n++) {
      begun.push(n);
      yield n;
    }
    return 'end';
  }
  const read = ahead(items());
  expect(begun).toEqual([]);
  expect(await read.next()).toEqual({ value: 1, done: false });
  expect(begun).toEqual([1, 2]);
  expect(await read.next()).toEqual({ value: 2, done: false });
  expect(begun).toEqual([1, 2, 3]);
  expect(await read.next()).toEqual({ value: 3, done: false });
  expect(await read.next()).toEqual({ value: 'end', done: true });
});

test('throws an error in the turn of its item', async () => {
  async function* items() {
    yield 1;
    throw new Error('no second item');
  }
  const read = ahead(items());
  expect(await read.next()).toEqual({ value: 1, done: false });
  await expect(read.next()).rejects.toThrow('no second item');
});
