import type { Tenant } from '@crm/contracts/tenants/tenants.ts';

/** The organisation of a dialog. */
export type About = { tenant: Tenant; onClose: () => void };
