import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { programFrom } from '../test/program.ts';
import { stopper } from './stop.ts';

const log = openLog('silent');

test('runs each step once, the last added first, after the signal', async () => {
  const seen: string[] = [];
  const stopping = stopper(log);
  stopping.signal.addEventListener('abort', () => seen.push('signal'));
  stopping.onStop('postgres', () => seen.push('postgres'));
  stopping.onStop('http', async () => {
    await sleep(10);
    seen.push('http');
  });
  const [first, second] = await Promise.all([stopping.stop('test'), stopping.stop('again')]);
  expect(seen).toEqual(['signal', 'http', 'postgres']);
  expect([first, second]).toEqual([0, 0]);
});

test('a failing or hanging step does not block the others, and the exit code is 1', async () => {
  const seen: string[] = [];
  const stopping = stopper(log);
  stopping.onStop('postgres', () => seen.push('postgres'));
  stopping.onStop('fails', () => Promise.reject(new Error('no')));
  stopping.onStop('hangs', () => new Promise(() => {}), 20);
  expect(await stopping.stop('test')).toBe(1);
  expect(seen).toEqual(['postgres']);
});

/** A process that needs `ms` to stop; resolves when it listens to signals. */
async function slowProcess(ms: number) {
  const stop = JSON.stringify(path.join(import.meta.dirname, 'stop.ts'));
  const logFile = JSON.stringify(path.join(import.meta.dirname, '../log/log.ts'));
  const code = `
    import { stopper, stopOnSignals } from ${stop};
    import { openLog } from ${logFile};
    const log = openLog('silent');
    const stopping = stopper(log);
    stopping.onStop('slow', () => {
      console.log('stopping');
      return new Promise((done) => setTimeout(done, ${ms})).then(() => console.log('drained'));
    });
    stopOnSignals(stopping, log);
    process.on('message', () => { throw new Error('bug'); });
    setInterval(() => {}, 1000);
    console.log('up');
  `;
  const child = spawn(process.execPath, [await programFrom(code)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  const untilPrinted = async (word: string) => {
    while (!out.includes(word)) await sleep(10);
  };
  await untilPrinted('up');
  return {
    child,
    untilPrinted,
    exited: once(child, 'exit').then(([code]) => ({ code, drained: out.includes('drained') })),
  };
}

test.each(['SIGTERM', 'SIGHUP'] as const)('%s drains and exits 0', async (signal) => {
  const { child, exited } = await slowProcess(50);
  child.kill(signal);
  expect(await exited).toEqual({ code: 0, drained: true });
});

test('counts a Ctrl-C that arrives twice, from the terminal and from npm, as one', async () => {
  const { child, exited } = await slowProcess(200);
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await exited).toEqual({ code: 0, drained: true });
});

test('a second Ctrl-C later exits at once', async () => {
  const { child, untilPrinted, exited } = await slowProcess(10 * 60_000);
  child.kill('SIGINT');
  await untilPrinted('stopping');
  await sleep(700); // longer than SAME_SIGNAL_MS
  child.kill('SIGINT');
  expect(await exited).toEqual({ code: 130, drained: false });
});

test('an uncaught exception drains and exits 1', async () => {
  const { child, exited } = await slowProcess(20);
  child.send('throw');
  expect(await exited).toEqual({ code: 1, drained: true });
});
