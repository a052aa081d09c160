import { onTestFinished } from 'vitest';
import { stopOfLoops } from '../shutdown/stop.ts';

/**
 * Runs something for a test until `end` is called, or the test has finished: then the signal aborts.
 * @returns `end`, which waits for the end of the run
 */
export function runInTest(run: (signal: AbortSignal) => Promise<unknown>): () => Promise<void> {
  const stop = stopOfLoops();
  const ended = run(stop.signal);
  const end = async () => {
    stop.abort();
    await ended;
  };
  onTestFinished(end);
  return end;
}
