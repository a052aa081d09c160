import { runStep } from './run-step.ts';
import { checks, type Step, tests } from './steps.ts';
import type { TimedFile } from './test-report.ts';

/** `npm test`: runs all checks and tests, and prints the longest test files, what was skipped, and one closing line. */
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
await takeAll('Tests', tests);

console.info('Longest test files, from their first test to their last');
for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  console.info(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);

if (skips.length > 0) console.info('Skipped, for what this machine does not have');
for (const each of skips) console.info(`  ${each}`);

console.info(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
