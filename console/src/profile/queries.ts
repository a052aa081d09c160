import { getUser } from '@crm/contracts/users/users.ts';
import { read } from '../api/read.ts';

/** The user's own account. Another admin may edit it meanwhile. */
export const ownAccount = (id: string) => read(getUser, { params: { id } }, { topics: ['users'], id });
