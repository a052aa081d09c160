import { expect, test } from 'vitest';
import { openThread } from './ask.ts';

const module = new URL('./double.thread.ts', import.meta.url);
const open = () => openThread<number, number>(module, { threadData: 2, memoryMb: 32 });

test('a thread answers, throws, and goes on', async () => {
  const thread = open();
  expect(await thread.ask(4)).toBe(8);
  await expect(thread.ask(3)).rejects.toThrow('3 is odd');
  expect(await thread.ask(6)).toBe(12);
  const first = thread.ask(2);
  await expect(thread.ask(2)).rejects.toThrow('busy');
  expect(await first).toBe(4);
  await thread.end();
  await expect(thread.ask(2)).rejects.toThrow('The thread has ended');
});

test('one that is ended leaves nobody waiting', async () => {
  const thread = open();
  const asked = thread.ask(2);
  await thread.end();
  await expect(asked).rejects.toThrow('The thread has ended');
});

test('one that takes more memory than it may ends by itself, and not the process', async () => {
  const thread = open();
  await expect(thread.ask(0)).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});
