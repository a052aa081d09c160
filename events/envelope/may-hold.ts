import { PLATFORM_TENANT, type TenantId } from '../ids.ts';
import type { Role } from './envelope.ts';

/**
 * Whether an account of a tenant may hold a role: super admins are accounts of the installation. Commands give no other
 * account this role; a history that was written elsewhere may say anything.
 */
export const mayHold = (role: Role, tenant: TenantId): boolean =>
  role !== 'super_admin' || tenant === PLATFORM_TENANT;
