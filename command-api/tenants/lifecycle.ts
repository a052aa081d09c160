import { deleteTenant, reactivateTenant, suspendTenant } from '@crm/contracts/tenants/lifecycle.ts';
import { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import type { TenantCommand } from '@crm/events/tenants/decide.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { tenantCommand } from '../handle/on.ts';

type TenantInput = { params: { id: string } };

const changesTenant = ({ params }: TenantInput) => TenantId.parse(params.id);

function plan({ params }: TenantInput, command: TenantCommand) {
  const tenant = TenantId.parse(params.id);
  return { stream: tenantStream(tenant), tenant, command };
}

/** Suspends a tenant: closes its sockets and blocks its users and partners. Refuses with 'tenant-not-found'. */
export const suspend = tenantCommand({
  endpoint: suspendTenant,
  policy: superAdmins,
  changesTenant,
  plan: (input) => plan(input, { type: 'SuspendTenant', reason: input.body.reason }),
  answer: () => ({ message: 'Organisation suspended', data: {} }),
});

/** Ends a suspension; sessions from before it work again. Refuses with 'tenant-not-found'. */
export const reactivate = tenantCommand({
  endpoint: reactivateTenant,
  policy: superAdmins,
  changesTenant,
  plan: (input) => plan(input, { type: 'ReactivateTenant' }),
  answer: () => ({ message: 'Organisation reactivated', data: {} }),
});

/** Deletes a tenant permanently; its events remain. Refuses with 'tenant-not-found'. */
export const remove = tenantCommand({
  endpoint: deleteTenant,
  policy: superAdmins,
  changesTenant,
  plan: (input) => plan(input, { type: 'DeleteTenant' }),
  answer: () => ({ message: 'Organisation deleted', data: {} }),
});
