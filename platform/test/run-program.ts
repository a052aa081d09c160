import { execFile } from 'node:child_process';
import path from 'node:path';
import { environmentWith } from '../config/config.ts';
import { programOf } from './program.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The end of a program, and what it printed to stdout and stderr. */
export type Ended = { code: number | string; output: string };

/**
 * Runs a program of this repository to its end, as its npm command does, but bundled (program.ts).
 *
 * @param entry the program's file, relative to the repository: 'projections/rebuild.ts'
 * @returns the exit code, or the name of the signal that ended it
 */
export async function runProgram(
  entry: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const program = await programOf(entry);
  const options = { cwd: ROOT, env: environmentWith(environment) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, output: stdout + stderr }),
    );
  });
}
