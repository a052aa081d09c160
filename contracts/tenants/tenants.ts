import { TimeZone } from '@crm/events/language/time-zone.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  email,
  instant,
  nothing,
  optionalPhone,
  optionalText,
  pageQuery,
  requiredText,
  searchText,
  seenRevision,
} from '../fields.ts';
import { username } from '../users/users.ts';
import { tenantStatuses } from './vocabulary.ts';

const TenantStatus = z.enum(tenantStatuses);

/** An organisation with its first admin. */
export const Tenant = z.object({
  _id: z.string(),
  organizationName: z.string(),
  status: TenantStatus,
  /** Why it is suspended or deleted; null for another status, or without a reason. */
  reason: z.string().nullable(),
  deletedAt: instant.nullable(),
  /** The end of the retention period of a deleted organisation: until then it can be restored. */
  keptUntil: instant.nullable(),
  createdAt: instant,
  /** Null when it has no admin any more. */
  admin: z
    .object({
      _id: z.string(),
      fullName: z.string(),
      email: z.string(),
      username: z.string(),
      phone: z.string().nullable(),
      isActive: z.boolean(),
      lastLogin: instant.nullable(),
      /** The revision of the user's stream; an edit with another revision is refused. */
      revision: z.int(),
    })
    .nullable(),
  users: z.int(),
  /** Leads that it has received, deleted ones included. */
  leads: z.int(),
  /** The name of the plan that it subscribes to; null without a subscription. */
  plan: z.string().nullable(),
  /** The stream's revision; a change of the status with another revision is refused. */
  revision: z.int(),
});
export type Tenant = z.infer<typeof Tenant>;

export const listTenants = endpoint({
  method: 'GET',
  path: '/super-admin/tenants',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    status: TenantStatus.optional(),
  }),
  data: z.array(Tenant),
  paged: true,
});

const person = {
  fullName: requiredText(2, 100),
  email,
  phone: optionalPhone,
};
const organizationName = requiredText(1, 100);

/** Creates an organisation with its first admin, who gets a mail with a link that sets the password. */
export const createAdmin = endpoint({
  method: 'POST',
  path: '/super-admin/create-admin',
  body: z.strictObject({
    organizationName,
    ...person,
    phone: optionalPhone.optional(),
    username,
    /** Default: UTC. */
    timeZone: TimeZone.optional(),
  }),
  data: z.object({
    tenant: z.object({ _id: z.string(), organizationName: z.string() }),
    user: z.object({ _id: z.string(), fullName: z.string(), email: z.string(), username: z.string() }),
  }),
  statuses: [201],
});

/** Edits an admin of an organisation; missing fields stay. */
export const updateAdmin = endpoint({
  method: 'PUT',
  path: '/super-admin/admins/:id',
  params: byId,
  body: z.strictObject(person).partial().extend({ revision: seenRevision }),
  data: nothing,
});

/** Suspends the organisation of an admin, or reactivates it if it is suspended. A suspension needs a reason. */
export const toggleAdminStatus = endpoint({
  method: 'POST',
  path: '/super-admin/admins/:id/toggle-status',
  params: byId,
  body: z.strictObject({ reason: optionalText(500), revision: seenRevision }),
  data: z.object({ status: z.enum(['active', 'suspended']) }),
});

/** Deletes the organisation of an admin; it can be restored for a while. */
export const deleteAdmin = endpoint({
  method: 'DELETE',
  path: '/super-admin/admins/:id',
  params: byId,
  query: z.strictObject({ reason: optionalText(500) }),
  data: z.object({ keptUntil: instant }),
});

export const renameTenant = endpoint({
  method: 'PUT',
  path: '/super-admin/tenants/:id',
  params: byId,
  body: z.strictObject({ organizationName }),
  data: nothing,
});
