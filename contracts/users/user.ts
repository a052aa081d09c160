import { roles } from '@crm/events/envelope/envelope.ts';
import { BillingCycle } from '@crm/events/plans/events.ts';
import { subscriptionStatuses } from '@crm/events/subscriptions/vocabulary.ts';
import { PlainSettings } from '@crm/events/tenants/settings.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';

export const Role = z.enum(roles, { error: 'Must be admin or operator' });

const CrmSettings = z.object({
  theme: z.string(),
  autoLeadStatusApprove: z.boolean(),
  organizationName: z.string(),
  /** An https link to the chat group for renewals: one for the installation (RENEWAL_CHAT_GROUP), null without one. */
  telegramGroupLink: z.string().nullable(),
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
  /** The stream's revision; an edit with another revision is refused. */
  revision: z.int(),
  assignedLeadsCount: z.int(),
});
export type User = z.infer<typeof User>;

/** The billing subscription of the user's organisation; what it costs is for its admins only. */
const SubscriptionInfo = z.object({
  /** 'none': the organisation never had one, and works without limits. 'super_admin': the user needs none. */
  status: z.enum([...subscriptionStatuses, 'none', 'super_admin']),
  planName: z.string().nullable(),
  /** In the plan's currency. */
  planPrice: z.number().nullable(),
  billingCycle: BillingCycle.nullable(),
  endDate: instant.nullable(),
  /** 0 unless it is active. */
  daysRemaining: z.int(),
  /** False while the subscription blocks the organisation. */
  hasAccess: z.boolean(),
});

/** The user of a session, with the tenant's settings and billing subscription. */
export const SignedInUser = User.omit({ assignedLeadsCount: true, revision: true }).extend({
  crmSettings: CrmSettings,
  subscriptionInfo: SubscriptionInfo,
  /** The id of the subscription; null without one. */
  currentSubscription: z.string().nullable(),
  /** The id of the plan; null without a subscription, and for an operator. */
  currentPlan: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;
