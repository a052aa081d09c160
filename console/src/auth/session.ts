import type * as contract from '@crm/contracts/auth/auth.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Answer, call } from '../api/client.ts';
import { codeOf, errorText, mayRecover } from '../api/errors.ts';
import { againAfter, read } from '../api/read.ts';
import { dropToken, hasLeft, readToken, useToken } from '../api/token.ts';
import { resetTenantTheme } from '../theme/tenantTheme.ts';
import type { CurrentUser } from './currentUser.ts';
import { me, takeEarly } from './earlyMe.ts';
import { rememberUser } from './knownUser.ts';
import { removeOwn } from './ownStorage.ts';

export type Session =
  | { state: 'signed-out' }
  | { state: 'loading' }
  | { state: 'unreachable'; text: string; retry: () => void }
  | {
      state: 'signed-in';
      user: CurrentUser;
      block: contract.SubscriptionBlock | null;
      viewing: contract.OwnViewing | null;
      supportEmail: string | null;
    };

/** A session that could not be read has no page that recovers (useRecovery.ts). */
const UNREACHABLE_AGAIN_MS = 10_000;

/** The signed-in user, and the settings of the organisation. */
export const meQuery = queryOptions({
  ...read(me, {}, { topics: ['tenant', 'users'] }),
  refetchInterval: (query) => againAfter(query) || (mayRecover(query.state.error) && UNREACHABLE_AGAIN_MS),
  queryFn: async ({ signal }) => {
    const token = readToken();
    const answer = await (takeEarly() ?? call(me, {}, { signal }));
    // Another tab may have signed in since.
    if (token !== null && token === readToken()) rememberUser(token, answer.data.user._id);
    return answer;
  },
});

/** The answer about the user, who knows whether the organisation is only viewed. */
const withViewing = ({ data }: Answer<typeof contract.me>) => ({
  ...data,
  user: { ...data.user, isViewed: data.viewing !== null },
});

/**
 * The session of this browser: reads the user of a stored token, and drops the token when the server refuses
 * it. An unavailable server does not end the session.
 */
export function useSession(): Session {
  const token = useToken();
  useFreshStart(token);
  const query = useQuery({ ...meQuery, enabled: token !== null, select: withViewing });
  const refused = query.isError && endsSession(query.error, query.data !== undefined);

  useEffect(() => {
    if (refused && token !== null) dropToken(token);
  }, [refused, token]);

  if (token === null) return { state: 'signed-out' };
  if (query.data) return { state: 'signed-in', ...query.data };
  if (query.isError) {
    return { state: 'unreachable', text: errorText(query.error), retry: () => void query.refetch() };
  }
  return { state: 'loading' };
}

/**
 * Whether a failed read of the user signs out. While a user is shown (`isShown`), only a suspension of the organisation does.
 * A session that has ended on the server is handled elsewhere: its first refused call drops the token (client.ts).
 */
export const endsSession = (error: unknown, isShown: boolean): boolean =>
  codeOf(error) === 'tenant-suspended' || (!isShown && !mayRecover(error));

/**
 * When the token changes, clears the cached answers; on sign-out also the tenant theme. The commands stay: an operator's outcome may
 * wait for its user to sign in again.
 */
function useFreshStart(token: string | null): void {
  const queryClient = useQueryClient();
  const before = useRef(token);
  useEffect(() => {
    if (before.current === token) return;
    before.current = token;
    if (token === null) {
      queryClient.getQueryCache().clear();
      resetTenantTheme();
      // The user may have signed out in another tab, which cannot remove what this tab stores.
      if (hasLeft()) removeOwn();
    } else {
      void queryClient.resetQueries();
    }
  }, [token, queryClient]);
}
