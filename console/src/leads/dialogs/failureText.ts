import { CallError } from '../../api/errors.ts';

/** The server's message where it sent one, else the text that the dialog has for it (spec 8). */
export function failureText(error: unknown, otherwise: string): string {
  if (!(error instanceof CallError) || error.failure.kind !== 'refused') return otherwise;
  return error.failure.message || otherwise;
}
