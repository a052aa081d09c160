import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withSignal } from './with-signal.ts';

/** Number of signals that Node keeps for a signal because they depend on it (`AbortSignal.any`). */
function dependantsOf(signal: AbortSignal): unknown {
  const symbol = Object.getOwnPropertySymbols(signal).find(({ description }) =>
    description?.includes('DependantSignals'),
  );
  const kept: unknown = symbol && Reflect.get(signal, symbol);
  return typeof kept === 'object' && kept !== null && 'size' in kept ? kept.size : 0;
}

test('aborts with each of the signals, for the same reason, also when it has aborted before', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  await withSignal([first.signal, second.signal], async (signal) => {
    expect(signal.aborted).toBe(false);
    second.abort('stop');
    expect(signal.reason).toBe('stop');
  });
  await withSignal([first.signal, second.signal], async (signal) => expect(signal.reason).toBe('stop'));
});

test('leaves nothing behind at a signal that lives longer', async () => {
  const { signal } = new AbortController();
  AbortSignal.any([signal]);
  expect(dependantsOf(signal)).toBe(1);
  for (let n = 0; n < 10; n += 1) await withSignal([signal], async () => {});
  await expect(
    withSignal([signal], async () => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(dependantsOf(signal)).toBe(1);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
