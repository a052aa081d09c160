import { defineConfig } from 'vitest/config';
// By its path: vitest hands packages to Node as they are, and Node 20 reads no TypeScript.
import { patience } from '../platform/test/patience.ts';

/**
 * Two files at a time, on one product (shared-product.ts): 178 s instead of 215 s on two busy cores. Each file acts on
 * organisations of its own, so that neither sees the other's work.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 2,
    // A worker keeps its browser for all of its files (stage.ts).
    isolate: false,
    globalSetup: 'shared-product.ts',
    ...patience,
  },
});
