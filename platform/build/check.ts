import { runStep } from './run-step.ts';
import { checks, type Step, tests } from './steps.ts';
import type { Outcome } from './test-report.ts';

/** `npm test`: runs all checks and tests, and prints one closing line. */
const total: Outcome = { passed: 0, failed: 0, skipped: 0 };

async function take(steps: Step[]) {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const outcome = await runStep(step);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped;
  }
}

async function takeAll(title: string, steps: readonly Step[]) {
  console.info(title);
  const waiting = [...steps];
  await Promise.all([take(waiting), take(waiting)]);
}

await takeAll('Checks', checks);
await takeAll('Tests', tests);

console.info(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
