import { patience } from '@crm/platform/test/patience.ts';
import { defineConfig } from 'vitest/config';

/** One browser story at a time: they share two cores with the product and the browser itself. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    fileParallelism: false,
    ...patience,
  },
});
