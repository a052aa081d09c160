import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as sessionsContract from '@crm/contracts/users/sessions.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The running sessions of a user. */
export const sessionList = (id: string) =>
  read(
    address<typeof sessionsContract.listSessions>('GET', '/users/:id/sessions'),
    { params: { id } },
    { topics: ['sessions', 'users'], id },
  );

export type Session = Answered<typeof sessionsContract.listSessions>[number];
