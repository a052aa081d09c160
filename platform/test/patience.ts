import path from 'node:path';

/** How long a test may take, and how long it waits for one state. */
const TEST_MS = 240_000;
/** Below the limit of a test, so that a failure shows what was waited for. */
export const STATE_MS = 90_000;

/**
 * The limits of every vitest configuration. A limit is there to end a hang: a machine that does other work too must not
 * reach one. Tests wait for states, so that a long limit makes none of them slower.
 */
export const patience = {
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
  expect: { poll: { timeout: STATE_MS } },
  setupFiles: [path.join(import.meta.dirname, 'wait-longer.ts')],
};
