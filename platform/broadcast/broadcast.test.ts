import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openLog } from '../log/log.ts';
import { cuttableLine } from '../test/cuttable-line.ts';
import { testDatabase } from '../test/database.ts';
import { LONGEST_TEXT, openBroadcast } from './broadcast.ts';

const db = await testDatabase();
const line = await cuttableLine(db.url, 'nothing');
const [near, far] = [join(line.url), join(db.url)];
beforeAll(connected);
afterAll(async () => {
  await near.close();
  await far.close();
  line.close();
});

/** A broadcast of one process, with the texts that it received and the number of its missed notifications. */
function join(url: string) {
  const broadcast = openBroadcast(url, openLog('silent'));
  const seen: { received: string[]; missed: number } = { received: [], missed: 0 };
  broadcast.listen('topic', {
    received: (text) => void seen.received.push(text),
    missed: () => {
      seen.missed += 1;
    },
  });
  return { ...broadcast, seen };
}

/** Waits until messages arrive in both directions, then clears what both have seen. */
async function connected() {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const)
    await vi.waitFor(() => {
      from.send('topic', 'hello');
      expect(to.seen.received).toContain('hello');
    });
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.send('topic', 'go'); // texts arrive in order: every 'hello' arrives before it
    await vi.waitFor(() => expect(to.seen.received).toContain('go'));
  }
  for (const { seen } of [near, far]) [seen.received, seen.missed] = [[], 0];
}

test('delivers messages to the listeners of their topic in the other processes, in order', async () => {
  const texts = Array.from({ length: 300 }, (_, n) => `${n}\n${'é'.repeat(n)}`);
  for (const text of texts) {
    near.send('topic', text);
    near.send('another topic', text);
  }
  await vi.waitFor(() => expect(far.seen.received).toHaveLength(300));
  expect(far.seen).toEqual({ received: texts, missed: 0 });
  expect(near.seen).toEqual({ received: [], missed: 0 });
});

test('notifies both sides of a cut connection that they may have missed messages', async () => {
  await connected();
  line.refuse();
  near.send('topic', 'lost');
  far.send('topic', 'lost');
  line.heal();
  await vi.waitFor(() => {
    expect(near.seen.missed).toBeGreaterThan(0);
    expect(far.seen.missed).toBeGreaterThan(0);
  });
  await connected();
  far.send('topic', 'again');
  await vi.waitFor(() => expect(near.seen.received).toEqual(['again']));
});

test('reports a text that is too long as missed', async () => {
  await connected();
  near.send('topic', 'x'.repeat(LONGEST_TEXT + 1));
  await vi.waitFor(() => expect(far.seen.missed).toBe(1));
  near.send('topic', 'x'.repeat(LONGEST_TEXT));
  await vi.waitFor(() => expect(far.seen.received).toEqual(['x'.repeat(LONGEST_TEXT)]));
});

test('drops a queue that is full and reports its messages as missed', async () => {
  await connected();
  for (let n = 0; n < 5_000; n += 1) near.send('topic', `${n}`);
  await vi.waitFor(() => expect(far.seen.missed).toBeGreaterThan(0));
  near.send('topic', 'the end');
  await vi.waitFor(() => expect(far.seen.received.at(-1)).toBe('the end'));
  expect(far.seen.received.length).toBeLessThan(5_000);
});
