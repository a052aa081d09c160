import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { programFrom } from '../test/program.ts';
import { openProcess } from './ask.ts';
import type { HoardingWay } from './double.process.ts';

const module = new URL('./double.process.ts', import.meta.url);
function open() {
  const child = openProcess<number | HoardingWay, number>(module, { data: 2, heapMb: 32, totalMb: 256 });
  onTestFinished(child.end);
  return child;
}

test('a process answers, throws, and continues', async () => {
  const child = open();
  expect(await child.ask(4)).toBe(8);
  await expect(child.ask(3)).rejects.toThrow('3 is odd');
  expect(await child.ask(6)).toBe(12);
  const first = child.ask(2);
  await expect(child.ask(2)).rejects.toThrow('busy');
  expect(await first).toBe(4);
});

test('an ended process rejects its current and later questions', async () => {
  const child = open();
  const asked = expect(child.ask(2)).rejects.toThrow('The process was ended');
  await child.end();
  await asked;
  await expect(child.ask(2)).rejects.toThrow('The process was ended');
});

test('a module that cannot be bundled is no crash: the work is tried again', async () => {
  const missing = new URL('./missing.process.ts', import.meta.url);
  const child = openProcess(missing, { data: 2, heapMb: 32, totalMb: 256 });
  onTestFinished(child.end);
  await expect(child.ask(2)).rejects.toMatchObject({ name: 'RetryLater' });
});

test.each<HoardingWay>([
  'many arrays',
  'one array that grows',
  'one huge array',
  'many strings',
  'Buffers',
  'a map',
  'objects',
])('a process that takes too much memory (%s) ends alone, with the reason', async (way) => {
  await expect(open().ask(way)).rejects.toMatchObject({ name: 'ProcessDied', outOfMemory: true });
});

test('a process ends when its parent is killed, also during its work', async () => {
  const code = `
    import { openProcess } from ${JSON.stringify(fileURLToPath(new URL('./ask.ts', import.meta.url)))};
    const child = openProcess(new URL(${JSON.stringify(module.href)}), { data: 2, heapMb: 32, totalMb: 256 });
    console.log(await child.ask('pid'));
    await child.ask('busy');
  `;
  const parent = spawn(process.execPath, [await programFrom(code)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie: ended, but not yet reaped by the container's init process.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
