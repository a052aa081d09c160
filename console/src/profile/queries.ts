import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as apiKeysContract from '@crm/contracts/tenants/api-keys.ts';
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

/** The API keys of the organisation. */
export const apiKeyList = read(
  address<typeof apiKeysContract.listApiKeys>('GET', '/admin/api-keys'),
  {},
  { topics: ['api-keys'] },
);

export type ApiKeySummary = Answered<typeof apiKeysContract.listApiKeys>[number];
