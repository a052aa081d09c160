import { runStep } from './run-step.ts';
import { slowTests } from './slow-tests.ts';
import { checks, type Step, tests } from './steps.ts';
import type { TimedFile } from './test-report.ts';

/**
 * `npm test` and, with the slow tests, `npm run test:all`: runs all checks and tests, and prints the longest test files, what
 * did not run, and one closing line.
 */
const which = process.argv.includes('--all') ? 'all' : 'quick';
const total = { passed: 0, failed: 0, skipped: 0 };
const files: TimedFile[] = [];
const skips: string[] = [];

async function take(steps: Step[]) {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const outcome = await runStep(step);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped;
    files.push(...outcome.files);
    skips.push(...outcome.skips);
  }
}

async function takeAll(title: string, steps: readonly Step[]) {
  console.info(title);
  const waiting = [...steps];
  await Promise.all([take(waiting), take(waiting)]);
}

await takeAll('Checks', checks);
await takeAll('Tests', tests(which));

console.info('Longest test files, from their first test to their last');
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.info(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);

if (skips.length > 0) console.info('Skipped, for what this machine does not have');
for (const each of skips) console.info(`  ${each}`);

if (which === 'quick')
  console.info(`${slowTests.length} files with slow tests were left out: npm run test:all`);

console.info(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
