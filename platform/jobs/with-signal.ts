/**
 * Runs work with a signal that aborts when one of the others does. Unlike `AbortSignal.any`, it leaves nothing behind at
 * signals that live as long as the process: Node 20 keeps about 60 bytes there for each call.
 */
export async function withSignal<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const others = signals.filter((each) => each !== undefined);
  const own = new AbortController();
  const abort = () => own.abort(others.find(({ aborted }) => aborted)?.reason);
  for (const each of others) each.addEventListener('abort', abort);
  try {
    if (others.some(({ aborted }) => aborted)) abort();
    return await work(own.signal);
  } finally {
    for (const each of others) each.removeEventListener('abort', abort);
  }
}
