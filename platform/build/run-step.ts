import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, STEP_LIMIT_MINUTES, type Step } from './steps.ts';
import { countTests, type Outcome, reportTo } from './test-report.ts';

/** Runs one step and prints its result. For a failed step it prints the failures first, then all output. */
export async function runStep(step: Step): Promise<Outcome> {
  const report = step.counts === 'tests' ? await reportTo(step.name) : null;
  const started = performance.now();
  const { ok, output } = await run(step, report?.args ?? []);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { failures, ...outcome } = report
    ? await countTests(report.file, ok)
    : { passed: +ok, failed: +!ok, skipped: 0, skips: [], files: [], failures: [] };
  const counted = report ? `: ${outcome.passed} passed, ${outcome.skipped} skipped` : '';
  if (outcome.failed === 0) console.info(`  ok      ${step.name}${counted} (${seconds} s)`);
  else {
    console.info(`  FAILED  ${step.name} (${seconds} s): ${step.command.join(' ')}\n`);
    console.info([...failures, output.trimEnd(), ''].join('\n\n'));
  }
  return outcome;
}

function run(step: Step, more: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const [program, ...args] = step.command;
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules/.bin', program), [...args, ...more], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_LIMIT_MINUTES * 60_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code, signal) => {
      const stopped = signal ? `\nStopped by ${signal}; the limit is ${STEP_LIMIT_MINUTES} minutes.` : '';
      resolve({ ok: code === 0, output: output + stopped });
    });
  });
}
