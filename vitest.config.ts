import { defineConfig } from 'vitest/config';
import { excluded } from './platform/build/slow-tests.ts';
import { LongestFirst } from './platform/test/longest-first.ts';
import { patience } from './platform/test/patience.ts';

const servers = ['platform', 'command-api', 'projections', 'workers'];

/**
 * Pure workspaces need no database; the servers share one test cluster, each file a database of its own.
 * Browser tests have a run of their own: e2e/vitest.config.ts.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // Two per core of the machine that this is measured on: most files wait, for outages, kills and leases.
    maxWorkers: 4,
    // A worker keeps the modules that it has loaded. Loading them again for each of 190 files took longer than the tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    ...patience,
    // `npm run bench -- faults` says 'long': platform/test/faults.ts.
    provide: { faults: 'short' },
    // Each of them excludes by itself: the part that it extends is read without the mode.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          exclude: excluded(mode),
          include: ['events/**/*.test.ts', 'contracts/**/*.test.ts', 'console/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          exclude: excluded(mode),
          include: [...servers, 'e2e/api', 'e2e/sql'].map((folder) => `${folder}/**/*.test.ts`),
          globalSetup: 'platform/test/cluster.ts',
          // Fails a file whose statements lack a tenant predicate. A list is added to the one above, a text replaces it.
          setupFiles: ['e2e/sql/every-statement.ts'],
        },
      },
    ],
  },
}));
