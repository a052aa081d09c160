import { roles } from '@crm/events/envelope/envelope.ts';
import { PlainSettings } from '@crm/events/tenants/settings.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';

export const Role = z.enum(roles, { error: 'Must be admin or operator' });

const CrmSettings = z.object({
  theme: z.string(),
  autoLeadStatusApprove: z.boolean(),
  organizationName: z.string(),
  ...PlainSettings.shape,
});

/** A user in lists and on their page. */
export const User = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  phone: z.string().nullable(),
  role: Role,
  isActive: z.boolean(),
  permissions: z.object({ canSeeLeadsOfAllOperators: z.boolean() }),
  department: z.string().nullable(),
  notes: z.string().nullable(),
  lastLogin: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  assignedLeadsCount: z.int(),
});
export type User = z.infer<typeof User>;

/** The user of a session, with the tenant's settings. */
export const SignedInUser = User.omit({ assignedLeadsCount: true }).extend({ crmSettings: CrmSettings });
export type SignedInUser = z.infer<typeof SignedInUser>;
