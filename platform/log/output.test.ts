import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { programFrom } from '../test/program.ts';
import { openOutput } from './output.ts';

/** Far more than the pipe (64 KiB) and the queue (1 MiB) together. */
const LINES = 15_000;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that logs LINES lines, answers a message with the number of lost lines, and exits on request. */
async function logging(stdout: 'pipe' | number): Promise<ChildProcess> {
  const file = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  const code = `
    import { openLog } from ${file('log.ts')};
    import { standardOutput } from ${file('output.ts')};
    const log = openLog('info');
    process.on('uncaughtException', (error) => log.fatal({ err: error }, 'uncaught'));
    process.on('message', (message) => {
      if (message === 'exit') process.exit(0);
      console.info('Ready');
      process.send(standardOutput().lost());
    });
    for (let n = 0; n < ${LINES}; n += 1) log.info({ n, padding: 'x'.repeat(200) }, 'line');
    process.send('logged');
  `;
  const child = spawn(process.execPath, [await programFrom(code)], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** Waits until all lines are logged. @returns the number of lost lines */
async function lostBy(process: ChildProcess): Promise<number> {
  await once(process, 'message');
  process.send('lost?');
  const [lost] = await once(process, 'message');
  return lost;
}

async function exitCode(process: ChildProcess): Promise<number | null> {
  process.send('exit');
  const [code] = await once(process, 'exit');
  return code;
}

test('counts lost lines on a full disk, without stopping or delaying the process', async () => {
  const process = await logging(openSync('/dev/full', 'w'));
  expect(await lostBy(process)).toBeGreaterThan(LINES / 2);
  expect(await exitCode(process)).toBe(0);
});

test('counts lost lines on a closed pipe, without stopping or delaying the process', async () => {
  const process = await logging('pipe');
  process.stdout?.destroy();
  expect(await lostBy(process)).toBeGreaterThan(LINES / 2);
  expect(await exitCode(process)).toBe(0);
});

test('loses lines on a pipe without a reader, and the process can exit', async () => {
  const process = await logging('pipe');
  expect(await lostBy(process)).toBeGreaterThan(LINES / 2);
  expect(await exitCode(process)).toBe(0);
});

test('writes one line with the number of lost lines when a pipe is read again, and only complete lines', async () => {
  const process = await logging('pipe');
  const lost = await lostBy(process);
  let out = '';
  process.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  await expect.poll(() => out.match(/"lost":\d+/g)).toEqual([`"lost":${lost}`]);
  const lines = out.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line).msg).filter((msg) => msg === 'line')).toHaveLength(
    LINES - lost,
  );
  expect(await exitCode(process)).toBe(0);
});

test('ends within its limit when the destination accepts nothing', () => {
  const output = openOutput(openSync('/dev/full', 'w'));
  output.write('a line\n');
  output.end();
  expect(output.lost()).toBe(0); // the line is still queued
});
