import path from 'node:path';

/** Time limit of a test. */
const TEST_MS = 900_000;
/** Time limit for one state. Shorter than TEST_MS, so that a failure shows the expected state. */
export const STATE_MS = 300_000;

/**
 * The limits of every vitest configuration. A limit only ends hangs: a busy machine must not reach one. Tests wait for
 * states, so a long limit does not slow them down.
 */
export const patience = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: STATE_MS } },
  setupFiles: [
    path.join(import.meta.dirname, 'wait-longer.ts'),
    path.join(import.meta.dirname, 'restore-originals.ts'),
  ],
};
