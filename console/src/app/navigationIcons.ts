import {
  BadgeCheck,
  Banknote,
  Building2,
  ChartNoAxesCombined,
  CreditCard,
  FileUp,
  History,
  Layers,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Package,
  PhoneCall,
  Rows3,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';

/** The icons of the navigation, by feature. Not in the declarations, which load before the sign-in page. */
export const navigationIcons = {
  approvals: BadgeCheck,
  audit: History,
  batches: ListChecks,
  dashboard: LayoutDashboard,
  leads: Rows3,
  offers: Package,
  payments: Banknote,
  plans: Layers,
  postbacks: Webhook,
  profile: Settings,
  reports: ChartNoAxesCombined,
  subscriptions: CreditCard,
  tenants: Building2,
  upload: FileUp,
  users: Users,
  work: PhoneCall,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof navigationIcons;
