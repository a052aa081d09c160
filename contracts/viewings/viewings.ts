import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, nothing } from '../fields.ts';

/** Begins to view an organisation as its first active admin. The token is for reads only, and ends with the caller's session. */
export const startViewing = endpoint({
  method: 'POST',
  path: '/super-admin/tenants/:id/view',
  params: byId,
  data: z.object({ _id: z.string(), token: z.string(), expiresAt: instant }),
  ignoresIdempotencyKey: true,
});

/** Ends a viewing of the caller. */
export const endViewing = endpoint({
  method: 'POST',
  path: '/super-admin/viewings/:id/end',
  params: byId,
  data: nothing,
});
