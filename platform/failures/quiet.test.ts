import { expect, test, vi } from 'vitest';
import { whenQuiet } from './quiet.ts';

/** Holds up this process, as a busy machine does. */
function holdUp(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('reads the answer that came while the process was held up', async () => {
  const onQuiet = vi.fn();
  const waiting = whenQuiet(500, onQuiet);
  // The answer is handled in the turn after the timers, as those of a socket are.
  setTimeout(() => setImmediate(waiting.heard), 0);
  holdUp(600);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(onQuiet).not.toHaveBeenCalled();
  waiting.stop();
});

test('ends a wait in which nothing is heard, once', async () => {
  vi.useFakeTimers();
  const onQuiet = vi.fn();
  const waiting = whenQuiet(500, onQuiet);
  vi.advanceTimersByTime(450);
  waiting.heard();
  vi.advanceTimersByTime(450);
  expect(onQuiet).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(onQuiet).toHaveBeenCalledTimes(1);
});

test('calls nothing after it was stopped', () => {
  vi.useFakeTimers();
  const onQuiet = vi.fn();
  whenQuiet(500, onQuiet).stop();
  vi.advanceTimersByTime(5_000);
  expect(onQuiet).not.toHaveBeenCalled();
});
