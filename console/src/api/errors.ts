/** Why a call has no answer: the server refused it, or its answer did not arrive and the result is unknown. */
export type CallFailure =
  | { kind: 'refused'; status: number; message: string | null; code: string | null; errors: FieldErrors }
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

const unreachableTexts = {
  network: 'The server could not be reached. Check your connection and try again.',
  timeout: 'The server took too long to answer. Please try again.',
  incomplete: 'The answer did not arrive completely. Please try again.',
};

function textOf(failure: CallFailure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.message || 'An error occurred';
    case 'unreachable':
      return unreachableTexts[failure.reason];
    default:
      failure satisfies never;
      return 'An error occurred';
  }
}

/** The error text for users: the server's message, else the generic message, else 'An error occurred'. */
export function errorText(error: unknown): string {
  return (error instanceof Error && error.message) || 'An error occurred';
}

/** The server's message if it sent one, else `otherwise`, the text of the dialog or form. */
export function failureText(error: unknown, otherwise: string): string {
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

/** Whether a retry may succeed soon: no response, or a server that is starting or busy. */
export function mayRecover(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  if (error.failure.kind === 'unreachable') return true;
  return [502, 503, 504].includes(error.failure.status);
}

/** The error texts of the sign-in page, exactly as specified. */
export function loginErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return 'Login failed. Please try again.';
  if (error.failure.kind === 'unreachable') return error.message;
  const { status, message } = error.failure;
  if (status === 401) return 'Invalid email or password. Please check your credentials.';
  if (status === 429) return 'Too many login attempts. Please try again later.';
  if (status >= 500) return 'Server error. Please try again later.';
  return message || 'Login failed. Please try again.';
}
