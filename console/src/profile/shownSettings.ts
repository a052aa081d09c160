import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/client.ts';
import { holdChange, type Sent } from '../api/holdChange.ts';
import { refresh } from '../api/read.ts';
import { meQuery } from '../auth/session.ts';

type Settings = SignedInUser['crmSettings'];

const { queryKey } = meQuery;

/**
 * Shows a chosen setting before the server confirms it, and the one from before again when it is not saved: without a wait for the
 * read that follows (api/holdChange.ts).
 */
export async function shownWhenChosen<A extends Answer<never>>(
  queryClient: QueryClient,
  command: Promise<A>,
  to: Partial<Settings>,
): Promise<A> {
  const before = queryClient.getQueryData(queryKey);
  hold(queryClient, command, to);
  try {
    return await command;
  } catch (error) {
    queryClient.setQueryData(queryKey, before);
    throw error;
  }
}

/** Shows a typed setting as soon as it is saved, so that the next save has seen it. */
export async function shownWhenSaved<A extends Answer<never>>(
  queryClient: QueryClient,
  command: Promise<A>,
  to: Partial<Settings>,
): Promise<A> {
  try {
    const answer = await command;
    hold(queryClient, command, to);
    return answer;
  } catch (error) {
    // Another admin's change may be the reason.
    void refresh(queryClient, ['tenant']);
    throw error;
  }
}

function hold(queryClient: QueryClient, command: Sent, to: Partial<Settings>): void {
  const changed = ({ crmSettings, ...user }: SignedInUser) => ({
    ...user,
    crmSettings: { ...crmSettings, ...to },
  });
  holdChange(queryClient, queryKey, command, (known: { user: SignedInUser }) => ({
    ...known,
    user: changed(known.user),
  }));
}
