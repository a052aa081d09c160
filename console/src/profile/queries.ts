import { getUser } from '@crm/contracts/users/users.ts';
import { read } from '../api/read.ts';

/** One's own account, as an admin reads any. Another admin may edit it meanwhile. */
export const ownAccount = (id: string) => read(getUser, { params: { id } }, { topics: ['users'], id });
