import { UserId } from '@crm/events/ids.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';

type OfUser = { params: { id: string }; caller: SignedInCaller };

/** The lock of a command that changes the account of the user in its path. */
export const accountLock = {
  of: 'account',
  find: ({ params, caller }: OfUser) => ({ user: UserId.parse(params.id), tenant: caller.tenant }),
} as const;
