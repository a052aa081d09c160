import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nothing, requiredText } from '../fields.ts';

const byId = z.strictObject({ id: z.uuid() });

/** A super admin's calls on the life of a tenant. A suspended tenant can be reactivated; a deletion is final. */
export const suspendTenant = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/suspend',
  params: byId,
  body: z.strictObject({ reason: requiredText(1, 500) }),
  data: nothing,
});

export const reactivateTenant = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/reactivate',
  params: byId,
  data: nothing,
});

export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/super-admin/tenants/:id',
  params: byId,
  data: nothing,
});
