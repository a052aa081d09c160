import { refusals } from '@crm/contracts/refusals.ts';
import type { KeptFile } from '../files/files.ts';
import type { Caller } from './caller.ts';
import type { KeepFile } from './receive-form.ts';
import type { Result } from './result.ts';

/** What a route does with the file of a form. */
export type Files = {
  /** Keeps it for this caller while it comes in; when the bytes end in an error, nothing is kept. */
  keep: (caller: Caller) => KeepFile;
  /** Removes it again. */
  drop: (caller: Caller, file: KeptFile) => Promise<void>;
};

/**
 * Runs a call that may keep a file, and removes the file when the call is refused: no answer named it. After an outage it
 * stays until it expires, since work that uses it may have begun.
 */
export async function keepingFile(
  { keep, drop }: Files,
  caller: Caller,
  run: (keep: KeepFile) => Promise<Result>,
): Promise<Result> {
  const kept: KeptFile[] = [];
  const result = await run(async (file) => {
    const one = await keep(caller)(file);
    kept.push(one);
    return one;
  });
  // Where Postgres is away by now, the file expires by itself.
  if (isFinal(result)) for (const file of kept) await drop(caller, file).catch(() => {});
  return result;
}

function isFinal(result: Result): boolean {
  if (result.kind === 'refused') return refusals[result.refusal].status < 500;
  return result.kind === 'unsuccessful';
}
