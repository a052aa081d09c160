import type * as usersContract from '@crm/contracts/users/users.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The user's own account. Another admin may edit it meanwhile. */
export const ownAccount = (id: string) =>
  read(
    address<typeof usersContract.getUser>('GET', '/users/:id'),
    { params: { id } },
    { topics: ['users'], id },
  );
