import { defineConfig } from 'vitest/config';
// Imported by path: vitest lets Node load packages unchanged, and Node 20 cannot read TypeScript.
import { patience } from '../platform/test/patience.ts';

/** One file at a time: the tests share two cores with the product and the browser. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    fileParallelism: false,
    // One worker runs all files, and keeps the browser (stage.ts).
    isolate: false,
    globalSetup: 'shared-product.ts',
    ...patience,
  },
});
