import { setMaxListeners } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * Runs something for a test until `end` is called, or the test has finished: then the signal aborts.
 * @returns `end`, which waits for the end of the run
 */
export function runInTest(run: (signal: AbortSignal) => Promise<unknown>): () => Promise<void> {
  const stop = new AbortController();
  // As for the signal of a process (platform/shutdown/stop.ts).
  setMaxListeners(100, stop.signal);
  const ended = run(stop.signal);
  const end = async () => {
    stop.abort();
    await ended;
  };
  onTestFinished(end);
  return end;
}
