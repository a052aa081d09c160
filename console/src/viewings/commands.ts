import type * as contract from '@crm/contracts/viewings/viewings.ts';
import { address } from '../api/address.ts';
import { call } from '../api/client.ts';
import { leaveViewing, storeViewingToken } from '../api/token.ts';
import { paths } from '../paths.ts';

const start = address<typeof contract.startViewing>('POST', '/super-admin/tenants/:id/view');
const end = address<typeof contract.endViewing>('POST', '/super-admin/viewings/:id/end');

/**
 * Shows this tab the console of an organisation, read only. Other tabs stay with the super admin. Never resolves: it ends with the
 * page, because each call is another viewing.
 */
export async function startViewing(tenant: string): Promise<void> {
  const { data } = await call(start, { params: { id: tenant } });
  storeViewingToken(data.token);
  // A new page: nothing of the super admin's stays in memory.
  window.location.assign(paths.dashboard);
  await new Promise(() => {});
}

/** Returns this tab to the super admin at once; the server ends the viewing when the call arrives. */
export function stopViewing(id: string): void {
  leaveViewing();
  const back = () => window.location.assign(paths.tenants);
  // With the super admin's own token. Without an answer, the viewing ends when its time is over.
  call(end, { params: { id } }).then(back, back);
}
