import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { me } from '../auth/earlyMe.ts';
import { CallError } from './errors.ts';
import { createQueryClient, refreshSession } from './queryClient.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A page that shows the session and figures, in the organisation of a client. */
function show(readFigures: () => Promise<unknown>) {
  const queryClient = createQueryClient();
  const session = vi.fn(async () => ({}));
  const figures = vi.fn(readFigures);
  const meta = { topics: ['tenant'], id: null } as const;
  const queries = [
    { queryKey: [me.path, {}], queryFn: session, meta },
    { queryKey: ['/admin/dashboard-stats', {}], queryFn: figures, meta },
  ];
  for (const options of queries) stops.push(new QueryObserver(queryClient, options).subscribe(() => {}));
  stops.push(() => queryClient.clear());
  return { queryClient, session, figures };
}

const refusedWith = (code: string) => async () => {
  // As a call does: calls without a pause would leave no time for the test to end.
  await new Promise((answered) => setTimeout(answered, 1));
  const refusal = { status: 403, message: 'Refused', code, errors: {}, stale: false };
  throw new CallError({ kind: 'refused', ...refusal });
};
/** Long enough for calls that follow each other and should not. */
const settled = () => new Promise((done) => setTimeout(done, 50));

test.each(['tenant-blocked', 'tenant-suspended'])(
  'the refusal %s reads the session again, and what was refused no more',
  async (code) => {
    const { session, figures } = show(refusedWith(code));
    await vi.waitFor(() => expect(session).toHaveBeenCalledTimes(2));
    await settled();
    expect(session).toHaveBeenCalledTimes(2);
    expect(figures).toHaveBeenCalledTimes(1);
  },
);

test('the session is read again alone', async () => {
  const { queryClient, session, figures } = show(async () => ({}));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await refreshSession(queryClient);
  expect(session).toHaveBeenCalledTimes(2);
  expect(figures).toHaveBeenCalledTimes(1);
});

test('a read from a server that has fallen silent is not repeated before its page says so', async () => {
  const { queryClient, figures } = show(async () => {
    await new Promise((answered) => setTimeout(answered, 1));
    throw new CallError({ kind: 'unreachable', reason: 'timeout' });
  });
  const state = () => queryClient.getQueryState(['/admin/dashboard-stats', {}])?.status;
  await vi.waitFor(() => expect(state()).toBe('error'));
  expect(figures).toHaveBeenCalledTimes(1);
});
