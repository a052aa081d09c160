import { convertToCommandError, ErrorType, isCommandError } from '@eventstore/db-client';
import type { WriteAnswer } from './batch-append.ts';

/** Why a read failed. */
export type ReadFailure = { kind: 'unavailable' | 'denied' | 'not-leader' | 'other'; reason: string };
export class ReadFailed extends Error {
  override name = 'ReadFailed';
  readonly failure: ReadFailure;
  constructor(failure: ReadFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The result of appends without an answer when the call that sent them has failed. */
export function failedAppend(error: Error): Extract<WriteAnswer, { kind: 'refused' | 'lost' }> {
  const { kind, reason } = failureOf(convertToCommandError(error));
  const wasSent = kind !== 'denied' && !NEVER_SENT.test(reason);
  return { kind: wasSent ? 'lost' : 'refused', reason };
}

const NEVER_SENT = /No connection established|Name resolution/;
const NO_LEADER = /No leader info available/;

/** Why a call failed, from an error of the client. */
export function failureOf(error: unknown): ReadFailure {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  if (!(error instanceof Error && isCommandError(error))) return { kind: 'unavailable', reason };
  switch (error.type) {
    case ErrorType.NOT_LEADER:
      return { kind: 'not-leader', reason: 'The server is not the leader of its cluster' };
    case ErrorType.ACCESS_DENIED:
      return { kind: 'denied', reason: 'The server refuses the user or the password' };
    case ErrorType.UNAVAILABLE:
    case ErrorType.DEADLINE_EXCEEDED:
    case ErrorType.TIMEOUT:
    case ErrorType.CANCELLED:
      return { kind: 'unavailable', reason };
    default:
      return NO_LEADER.test(reason) ? { kind: 'not-leader', reason } : { kind: 'other', reason };
  }
}
