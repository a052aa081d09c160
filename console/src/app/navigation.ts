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

export type NavigationItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  keys: string;
  /** A live count beside the label. */
  badge?: 'pending-approvals';
};

const dashboard: NavigationItem = {
  to: '/dashboard',
  label: 'Dashboard',
  icon: LayoutDashboard,
  keys: 'g d',
};

/** The sidebar of each role. A page is added here with its route. */
const items: Record<SignedInUser['role'], readonly NavigationItem[]> = {
  admin: [
    dashboard,
    { to: '/leads', label: 'All Leads', icon: Rows3, keys: 'g l' },
    { to: '/users', label: 'Users', icon: Users, keys: 'g u' },
    { to: '/offers', label: 'Offers', icon: Package, keys: 'g o' },
    { to: '/postbacks', label: 'Postbacks', icon: Webhook, keys: 'g k' },
    { to: '/approvals', label: 'Approvals', icon: BadgeCheck, keys: 'g a', badge: 'pending-approvals' },
    { to: '/upload-leads', label: 'Upload Leads', icon: FileUp, keys: 'g i' },
  ],
  operator: [dashboard, { to: '/leads', label: 'My Leads', icon: Rows3, keys: 'g l' }],
  super_admin: [dashboard],
};

/** Reached from the user menu, by those who pass the admins' guard. */
export const accountSettings: NavigationItem = {
  to: '/profile',
  label: 'Account Settings',
  icon: Settings,
  keys: 'g p',
};

/** Reached from the header's tray. */
export const allBatches: NavigationItem = { to: '/batches', label: 'Batches', icon: ListChecks, keys: 'g b' };

export function navigationOf(role: SignedInUser['role']): readonly NavigationItem[] {
  return items[role];
}

/** Whether the item's page, or a page below it, is open; the dashboard only exactly. */
export function isActive(item: NavigationItem, path: string): boolean {
  if (item.to === '/dashboard') return path === item.to;
  return path === item.to || path.startsWith(`${item.to}/`);
}
