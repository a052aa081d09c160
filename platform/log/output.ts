import { writeSync } from 'node:fs';
import { Counter } from 'prom-client';

/** Where log lines go. Neither writing nor ending ever throws or waits for a reader. */
export type LogOutput = {
  write: (line: string) => void;
  /** Lines dropped since the start. */
  lost: () => number;
  /** Writes what is queued, for at most END_MS: for the end of the process. */
  end: () => void;
};

/** Lines wait here while the destination refuses them; more are dropped and counted. */
const QUEUE_BYTES = 1024 * 1024;
/** Time between two tries while the destination refuses. */
const RETRY_MS = 250;
/** At the end a slow reader gets this long to take the last lines. */
const END_MS = 200;

/**
 * Writes lines to a file descriptor: at once while that works, so that the last line before a crash is kept. A full
 * disk, a pipe without a reader and a pipe that nobody reads only make lines wait, then drop; the first write that
 * works again is followed by a line with the number of lost ones.
 */
export function openOutput(fd: number): LogOutput {
  const queue: Buffer[] = [];
  let queuedBytes = 0;
  let lost = 0;
  let reported = 0;
  let retry: NodeJS.Timeout | null = null;

  function enqueue(line: string): void {
    const bytes = Buffer.from(line);
    queue.push(bytes);
    queuedBytes += bytes.length;
  }

  /** Writes from the oldest line on, until the queue is empty or the destination refuses. */
  function writeQueued(): 'empty' | 'refused' {
    for (let [first] = queue; first; [first] = queue) {
      const written = tryWrite(fd, first);
      if (written === 0) return 'refused';
      queuedBytes -= written;
      if (written < first.length) queue[0] = first.subarray(written);
      else queue.shift();
      if (lost > reported) {
        enqueue(lostLine(lost - reported));
        reported = lost;
      }
    }
    return 'empty';
  }

  function flush(): void {
    retry = null;
    if (writeQueued() === 'refused') retry = setTimeout(flush, RETRY_MS).unref();
  }

  return {
    write: (line) => {
      if (queuedBytes + line.length > QUEUE_BYTES) {
        lost += 1;
        return;
      }
      enqueue(line);
      if (retry === null) flush();
    },
    lost: () => lost,
    end: () => {
      const until = performance.now() + END_MS;
      while (writeQueued() === 'refused' && performance.now() < until) pause(10);
    },
  };
}

/** The bytes that were written; 0 when the destination takes none at the moment, for whatever reason. */
function tryWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0; // ENOSPC, EPIPE, EAGAIN, EIO: there is no other place to say so
  }
}

const lostLine = (lines: number) =>
  `{"level":"warn","time":"${new Date().toISOString()}","lost":${lines},"msg":"Log lines were lost: the output took none"}\n`;

/** Stops the whole process for some milliseconds; only at its end. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

let standard: LogOutput | null = null;

/** The output of this process's log: standard output, opened once. */
export function standardOutput(): LogOutput {
  standard ??= openStandardOutput();
  return standard;
}

function openStandardOutput(): LogOutput {
  // Node makes a pipe non-blocking when process.stdout is first read; until then a full pipe would stop the process.
  // Its stream and that of standard error also serve console.info: what cannot be printed is no reason to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const output = openOutput(1);
  process.on('exit', output.end);
  return output;
}

/** For /metrics: log lines that this process dropped. */
export const lostLinesCounter = () =>
  new Counter({
    name: 'log_lines_lost_total',
    help: 'Log lines dropped because standard output took none',
    registers: [],
    collect() {
      this.reset();
      this.inc(standardOutput().lost());
    },
  });
