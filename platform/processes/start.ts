import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { RetryLater } from '../failures/classify.ts';
import { codeOf } from './code.ts';

export type ProcessOptions = {
  /** First message to the module (child.ts), by structured clone. */
  data: unknown;
  /** Maximum old generation of the JavaScript heap, in MB; V8 aborts the child process beyond it. */
  heapMb: number;
  /** Young generation in MB: a larger one needs fewer collections. */
  youngMb?: number;
  /** Maximum resident memory in MB: heap, Buffers, code and libraries. guard.ts ends the child process beyond it. */
  totalMb: number;
  /** An open file, which the child process gets as descriptor `FILE`. */
  file?: number;
};

/** A child process ended by itself: a crash, a kill from outside, or too much memory. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
  readonly outOfMemory: boolean;
  constructor(end: string, stderr: string) {
    const outOfMemory = OUT_OF_MEMORY.test(stderr);
    const last = stderr.trim().split('\n').at(-1) ?? '';
    super(`A child process ended with ${end}${outOfMemory ? ': out of memory' : last && `: ${last}`}`);
    this.outOfMemory = outOfMemory;
  }
}

/** Matches V8's last message ("JavaScript heap out of memory") and the message of guard.ts. */
const OUT_OF_MEMORY = /out of memory/i;
/** Maximum characters kept of a child's stderr. */
const STDERR_KEPT = 16_000;

/**
 * Runs a TypeScript module in a child process with limited memory. A worker thread would be lighter, but its
 * `resourceLimits` do not hold: one array of half a gigabyte ends the whole process, and Buffers are not counted
 * (ask.test.ts tests both).
 *
 * `onDeath` is called once if the process ends without `end`. It gets RetryLater if the module cannot be bundled, for example
 * while a new version is installed over this one.
 */
export function startProcess(
  module: URL,
  { data, heapMb, youngMb = 8, totalMb, file }: ProcessOptions,
  onDeath: (error: ProcessDied | RetryLater) => void,
): { child: ChildProcess; end: () => Promise<void> } {
  const args = [
    `--max-old-space-size=${heapMb}`,
    // The young generation has three semi-spaces.
    `--max-semi-space-size=${Math.max(1, Math.round(youngMb / 3))}`,
    // The code comes by stdin. guard.ts reads the limit; the name is for people who list processes.
    '--input-type=module',
    '-',
    String(totalMb),
    path.basename(module.pathname),
  ];
  const child = spawn(process.execPath, args, {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', ...(file === undefined ? [] : [file])],
  });
  child.stdin?.on('error', () => {}); // the process ended before it read its code: 'close' follows
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString('latin1')).slice(-STDERR_KEPT);
  });
  let isEndExpected = false;
  const fail = (error: ProcessDied | RetryLater) => {
    if (!isEndExpected) onDeath(error);
    isEndExpected = true;
  };
  codeOf(module).then(
    (code) => child.stdin?.end(code),
    (error: unknown) => {
      fail(new RetryLater(`The code of a child process cannot be read; restart this process: ${error}`));
      child.kill('SIGKILL');
    },
  );
  const ended = new Promise<void>((resolve) => {
    const onEnd = (end: string) => {
      resolve();
      fail(new ProcessDied(end, stderr));
    };
    // 'close' comes after the last byte of stderr, which has the reason.
    child.once('close', (code, signal) => onEnd(signal ?? `exit code ${code}`));
    child.on('error', (error) => {
      // Also emitted for a message to an ended process: 'close' follows.
      if (child.pid === undefined) onEnd(error.message);
    });
  });
  child.send({ data });
  return {
    child,
    end: async () => {
      isEndExpected = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
