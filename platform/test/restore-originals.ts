import { afterEach, vi } from 'vitest';

// A setup file: after each test, also a failed one, nothing is replaced any more. One worker runs many test files
// (`isolate: false`), and a replacement that outlives its test would fail the tests of other files.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
