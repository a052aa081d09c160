import type { SignedInUser } from '@crm/contracts/users/user.ts';
import {
  BadgeCheck,
  FileUp,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Package,
  Rows3,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';
import { paths } from '../paths.ts';

export type NavigationItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  keys: string;
  /** A live count beside the label. */
  badge?: 'pending-approvals';
};

const dashboard: NavigationItem = {
  to: paths.dashboard,
  label: 'Dashboard',
  icon: LayoutDashboard,
  keys: 'g d',
};

/** The sidebar items of each role. A new page needs an item here and a route. */
const items: Record<SignedInUser['role'], readonly NavigationItem[]> = {
  admin: [
    dashboard,
    { to: paths.leads.list, label: 'All Leads', icon: Rows3, keys: 'g l' },
    { to: paths.users.list, label: 'Users', icon: Users, keys: 'g u' },
    { to: paths.offers.list, label: 'Offers', icon: Package, keys: 'g o' },
    { to: paths.postbacks.list, label: 'Postbacks', icon: Webhook, keys: 'g k' },
    { to: paths.approvals, label: 'Approvals', icon: BadgeCheck, keys: 'g a', badge: 'pending-approvals' },
    { to: paths.leads.upload, label: 'Upload Leads', icon: FileUp, keys: 'g i' },
  ],
  operator: [dashboard, { to: paths.leads.list, label: 'My Leads', icon: Rows3, keys: 'g l' }],
  super_admin: [dashboard],
};

/** Opened from the user menu, by users with the admin privilege. */
export const accountSettings: NavigationItem = {
  to: paths.profile,
  label: 'Account Settings',
  icon: Settings,
  keys: 'g p',
};

/** Opened from the batch tray in the header. */
export const allBatches: NavigationItem = {
  to: paths.batches.list,
  label: 'Batches',
  icon: ListChecks,
  keys: 'g b',
};

export function navigationOf(role: SignedInUser['role']): readonly NavigationItem[] {
  return items[role];
}

/** Whether the item's page, or a page below it, is open. The dashboard must match exactly. */
export function isActive(item: NavigationItem, path: string): boolean {
  if (item.to === paths.dashboard) return path === item.to;
  return path === item.to || path.startsWith(`${item.to}/`);
}
