import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing, optionalText, requiredText, seenRevision } from '../fields.ts';

/** Of two super admins who suspend it at the same `revision`, the second one is refused. */
export const suspendTenant = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/suspend',
  params: byId,
  body: z.strictObject({ reason: requiredText(1, 500), revision: seenRevision }),
  data: nothing,
});

export const reactivateTenant = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/reactivate',
  params: byId,
  data: nothing,
});

/** Ends all access. It can be restored until `keptUntil`; then its rows are removed. */
export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/super-admin/tenants/:id',
  params: byId,
  query: z.strictObject({ reason: optionalText(500) }),
  data: z.object({ keptUntil: instant }),
});

export const restoreTenant = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/restore',
  params: byId,
  data: nothing,
});
