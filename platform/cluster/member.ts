import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pause, pauseAfter } from '../failures/pause.ts';
import type { Kind } from './kinds.ts';

/** A process that runs this long has started well: its next restart comes without a pause. */
const STEADY_MS = 60_000;
/** Longer than a stop may take (platform/shutdown/stop.ts). */
const STOP_MS = 90_000;

export type Member = {
  name: string;
  kind: Kind;
  port: number;
  /** Aborts when the current process ends. */
  ended: () => AbortSignal;
  /** Resolves when the current process has finished its start, with all read models built; rejects when it ends before. */
  ready: () => Promise<void>;
  pid: () => number | undefined;
  /** Stops the process with SIGTERM and waits for its end; nothing starts it again. */
  stop: () => Promise<void>;
  /** Starts a stopped process. */
  start: () => void;
};

/** How a process is started: `node` with these arguments in this environment. */
export type Program = { args: readonly string[]; env: NodeJS.ProcessEnv; cwd: string };

/**
 * Starts a process and keeps it running: one that ends by itself is started again, after pauses that grow while it keeps
 * ending.
 *
 * @param print gets each line of its output, and lines about its end
 */
export function startMember(
  { name, kind, port }: Pick<Member, 'name' | 'kind' | 'port'>,
  program: Program,
  print: (line: string) => void,
): Member {
  let stopping = new AbortController();
  let current = begin();
  let kept = keep();

  function begin() {
    const child = spawn(process.execPath, program.args, {
      cwd: program.cwd,
      env: program.env,
      // With the channel, it notices the end of this process. In a group of its own, Ctrl-C reaches only this process.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    const ended = new AbortController();
    child.once('exit', () => ended.abort());
    child.once('error', () => ended.abort());
    const ready = new Promise<void>((resolve, reject) => {
      ended.signal.addEventListener('abort', () => reject(new Error(`${name} ended before it was ready`)));
      for (const output of [child.stdout, child.stderr])
        if (output)
          createInterface({ input: output }).on('line', (line) => {
            if (line.startsWith('Ready at ')) resolve();
            print(line);
          });
    });
    ready.catch(() => {}); // its callers get the error
    return { child, ended: ended.signal, ready };
  }

  async function keep() {
    const { signal } = stopping;
    for (let failures = 0; ; failures += 1) {
      const startedAt = performance.now();
      await endOf(current.ended);
      if (signal.aborted) return;
      if (performance.now() - startedAt > STEADY_MS) failures = 0;
      const ms = pauseAfter(failures);
      print(`It ended with ${howEnded(current.child)}; starting it again in ${(ms / 1000).toFixed(1)} s`);
      await pause(ms, signal);
      if (signal.aborted) return;
      current = begin();
    }
  }

  return {
    name,
    kind,
    port,
    ended: () => current.ended,
    ready: () => current.ready,
    pid: () => current.child.pid,
    async stop() {
      stopping.abort();
      const { child, ended } = current;
      if (!ended.aborted) {
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
        await endOf(ended);
        clearTimeout(late);
      }
      await kept;
    },
    start() {
      stopping = new AbortController();
      current = begin();
      kept = keep();
    },
  };
}

const howEnded = ({ exitCode, signalCode }: ChildProcess) => signalCode ?? `exit code ${exitCode}`;

function endOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
