import { plainDefaults } from '@crm/events/tenants/settings.ts';
import type { CurrentUser } from '../src/auth/currentUser.ts';

/** A signed-in user of an organisation without a subscription. */
export const currentUser = (role: CurrentUser['role'], isViewed = false): CurrentUser => ({
  isViewed,
  _id: 'u',
  username: 'u',
  email: 'u@example.com',
  fullName: 'U',
  phone: null,
  role,
  isActive: true,
  permissions: { canSeeLeadsOfAllOperators: false },
  department: null,
  notes: null,
  lastLogin: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  crmSettings: {
    theme: 'blue',
    autoLeadStatusApprove: false,
    organizationName: '',
    telegramGroupLink: null,
    ...plainDefaults,
  },
  subscriptionInfo: {
    status: 'none',
    planName: null,
    planPrice: null,
    billingCycle: null,
    endDate: null,
    daysRemaining: 0,
    hasAccess: true,
  },
  currentSubscription: null,
  currentPlan: null,
});
