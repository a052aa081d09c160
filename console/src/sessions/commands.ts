import type * as sessionsContract from '@crm/contracts/users/sessions.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

export const useRevokeSession = () =>
  useCommand(address<typeof sessionsContract.revokeSession>('DELETE', '/users/:id/sessions/:sessionId'), [
    'sessions',
  ]).mutateAsync;

export const useRevokeOtherSessions = () =>
  useCommand(address<typeof sessionsContract.revokeOtherSessions>('DELETE', '/users/:id/sessions'), [
    'sessions',
  ]).mutateAsync;
