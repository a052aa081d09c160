import { refusals } from '@crm/contracts/refusals.ts';
import type { KeptFile } from '../files/files.ts';
import type { Caller } from './caller.ts';
import type { KeepFile } from './receive-form.ts';
import type { Result } from './result.ts';

/** Storage for the file of a route's form. */
export type Files = {
  /** Stores a file for this caller while it arrives; stores nothing when the bytes end in an error. */
  keep: (caller: Caller) => KeepFile;
  /** Deletes a stored file. */
  drop: (caller: Caller, file: KeptFile) => Promise<void>;
};

/**
 * Runs a call that may store a file, and deletes the file when the call is refused, because no answer named it. After
 * an outage the file stays until it expires, because work that uses it may have begun.
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
  // If Postgres is away by now, the file expires by itself.
  if (isFinal(result)) for (const file of kept) await drop(caller, file).catch(() => {});
  return result;
}

function isFinal(result: Result): boolean {
  if (result.kind === 'refused') return refusals[result.refusal].status < 500;
  return result.kind === 'unsuccessful';
}
