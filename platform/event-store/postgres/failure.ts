import { DatabaseError } from 'pg';

/**
 * Classifies an error of pg:
 * `lost`: the connection failed, so the result of a sent statement is unknown;
 * `refused`: the server answered that it did nothing, and a retry may succeed;
 * `bug`: the server answered that it did nothing, and a retry cannot succeed.
 */
export type Failure = 'lost' | 'refused' | 'bug';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const ENDED = ['08', '57P']; // connection exceptions, shutdown: possible between the commit and its answer
const REFUSED = ['53', '40', '55P03', '57014', '25006', '58']; // resources, deadlock, lock and statement timeout, read-only, disk

export function failureOf(error: unknown): Failure {
  if (!(error instanceof DatabaseError)) return 'lost';
  const code = error.code ?? '08';
  if (ENDED.some((start) => code.startsWith(start))) return 'lost';
  return REFUSED.some((start) => code.startsWith(start)) ? 'refused' : 'bug';
}

/** One line for logs and outcomes. A refused connection is an AggregateError without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
