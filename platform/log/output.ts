import { writeSync } from 'node:fs';
import { Counter } from 'prom-client';

/** Destination of log lines. Writing and ending never throw and never wait for a reader. */
export type LogOutput = {
  write: (line: string) => void;
  /** Lines dropped since the start. */
  lost: () => number;
  /** Writes the queued lines, for at most END_MS. Call at the end of the process. */
  end: () => void;
};

/** Queue for lines that the destination refuses; further lines are dropped and counted. */
const QUEUE_BYTES = 1024 * 1024;
/** Pause between two attempts while the destination refuses. */
const RETRY_MS = 250;
/** Time that a slow reader gets for the last lines at the end. */
const END_MS = 200;

/**
 * Writes lines to a file descriptor: immediately if possible, so that the last line before a crash is written. With a
 * full disk, a closed pipe, or a pipe without a reader, lines are queued and then dropped. After the next successful
 * write, one line reports the number of lost lines.
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

  /** Writes the oldest lines first, until the queue is empty or the destination refuses. */
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

/** @returns the number of written bytes; 0 if the destination refuses, for any reason */
function tryWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0; // ENOSPC, EPIPE, EAGAIN, EIO: there is no other place to report it
  }
}

const lostLine = (lines: number) =>
  `{"level":"warn","time":"${new Date().toISOString()}","lost":${lines},"msg":"Log lines were lost: the output took none"}\n`;

/** Blocks the whole process for some milliseconds; only for its end. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

let standard: LogOutput | null = null;

/** The process's log output: standard output, opened once. */
export function standardOutput(): LogOutput {
  standard ??= openStandardOutput();
  return standard;
}

function openStandardOutput(): LogOutput {
  // Node makes a pipe non-blocking when process.stdout is first read; until then a full pipe would block the process.
  // console.info uses the streams of standard output and error: their errors must not stop the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const output = openOutput(1);
  process.on('exit', output.end);
  return output;
}

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
