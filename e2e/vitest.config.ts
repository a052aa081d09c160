import path from 'node:path';
import { defineConfig } from 'vitest/config';
// Imported by path: vitest lets Node load packages unchanged, and Node 20 cannot read TypeScript.
import { excluded } from '../platform/build/slow-tests.ts';
import { LongestFirst } from '../platform/test/longest-first.ts';
import { patience } from '../platform/test/patience.ts';

/** Two files at a time, each in a browser of its own; they share the product. */
export default defineConfig(({ mode }) => ({
  test: {
    exclude: excluded(mode),
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 2,
    // A worker keeps its browser (stage.ts).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'shared-product.ts',
    ...patience,
    setupFiles: [...patience.setupFiles, path.join(import.meta.dirname, 'windows.ts')],
  },
}));
