import { admins } from '@crm/platform/http/policy.ts';

/** Admins see what they paid also while their organisation is blocked: they are about to renew. */
export const paymentReaders = { ...admins, blockedTenant: 'served' } as const;
