import { defineConfig } from 'vitest/config';
// By its path: vitest hands packages to Node as they are, and Node 20 reads no TypeScript.
import { patience } from '../platform/test/patience.ts';

/** One browser story at a time: they share two cores with the product and the browser itself. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    fileParallelism: false,
    ...patience,
  },
});
