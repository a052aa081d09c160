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

console.info('Checks');
const waiting = [...checks];
await Promise.all([take(waiting), take(waiting)]);

console.info('Tests');
await take([...tests]);

console.info(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
