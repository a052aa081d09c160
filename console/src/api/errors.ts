import { apiTexts } from './texts.ts';

/** Why a call has no answer: the server refused it, or its answer did not arrive and the result is unknown. */
export type CallFailure =
  | {
      kind: 'refused';
      status: number;
      message: string | null;
      code: string | null;
      errors: FieldErrors;
      /** The read model is behind the position that this browser has seen: what it did not find may exist. */
      stale: boolean;
    }
  | { kind: 'unreachable'; reason: 'network' | 'timeout' | 'incomplete' };

export type FieldErrors = Readonly<Record<string, string>>;

export class CallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(textOf(failure));
    this.name = 'CallError';
    this.failure = failure;
  }
}

function textOf(failure: CallFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.message || apiTexts.failed;
    case 'unreachable':
      return apiTexts.unreachable[failure.reason];
    default:
      failure satisfies never;
      return apiTexts.failed;
  }
}

/** The error text for users: the server's message, else a general one. */
export function errorText(error: unknown): string {
  return (error instanceof Error && error.message) || apiTexts.failed;
}

/** The server's message if it sent one, else `otherwise`, the text of the dialog or form; without one, a general text. */
export function failureText(error: unknown, otherwise?: string): string {
  if (otherwise === undefined) return errorText(error);
  if (!(error instanceof CallError) || error.failure.kind !== 'refused') return otherwise;
  return error.failure.message || otherwise;
}

/** The refusal's texts by field name; empty for other failures. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof CallError && error.failure.kind === 'refused' ? error.failure.errors : {};
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.failure.kind === 'refused' && error.failure.status === 404;
}

/** The code of a refusal; null for other failures. */
export const codeOf = (error: unknown): string | null =>
  error instanceof CallError && error.failure.kind === 'refused' ? error.failure.code : null;

/** Whether a retry may succeed soon: no response, a server that is starting or busy, or a read model that lags. */
export function mayRecover(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.failure.kind === 'unreachable') return true;
  return error.failure.stale || [502, 503, 504].includes(error.failure.status);
}

/**
 * Whether a call is sent again before its user hears of the failure. Not after a silence: they have waited for half a minute, and
 * several attempts would keep a dialog busy for minutes. What they send again has the same key (submitOnce.ts).
 */
export const isSentAgain = (error: unknown): boolean =>
  mayRecover(error) &&
  !(error instanceof CallError && error.failure.kind === 'unreachable' && error.failure.reason === 'timeout');

/** Whether the session has ended: its user may sign in again. */
export const sessionEnded = (error: unknown): boolean =>
  error instanceof CallError && error.failure.kind === 'refused' && error.failure.status === 401;

/** Whether the user stopped the request, or is not the one who began it: there is nothing to say. */
export const isStopped = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** The error texts of the sign-in page. */
export function loginErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return apiTexts.signIn.failed;
  if (error.failure.kind === 'unreachable') return error.message;
  const { status, message } = error.failure;
  if (status === 401) return apiTexts.signIn.wrongPassword;
  if (status === 429) return apiTexts.signIn.tooManyAttempts;
  if (status >= 500) return apiTexts.signIn.serverFailed;
  return message || apiTexts.signIn.failed;
}
