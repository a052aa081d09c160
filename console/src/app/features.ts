import { approvals } from '../approvals/feature.ts';
import { audit } from '../audit/feature.ts';
import { can } from '../auth/can.ts';
import type { CurrentUser } from '../auth/currentUser.ts';
import { batches } from '../batches/feature.ts';
import type { BatchKindView } from '../batches/kinds.ts';
import { dashboard } from '../dashboards/feature.ts';
import type { Finder } from '../keys/finder.ts';
import { leads } from '../leads/feature.ts';
import { upload } from '../leads/upload/feature.ts';
import { offers } from '../offers/feature.ts';
import { payments } from '../payments/feature.ts';
import { plans } from '../plans/feature.ts';
import { postbacks } from '../postbacks/feature.ts';
import { profile } from '../profile/feature.ts';
import { reports } from '../reports/feature.ts';
import { subscriptions } from '../subscriptions/feature.ts';
import { tenants } from '../tenants/feature.ts';
import { users } from '../users/feature.ts';
import { work } from '../work/feature.ts';
import type { Feature } from './feature.ts';

/** Every feature, in the order of the sidebar. */
export const features: readonly Feature[] = [
  dashboard,
  leads,
  work,
  users,
  offers,
  postbacks,
  reports,
  approvals,
  upload,
  tenants,
  plans,
  subscriptions,
  payments,
  audit,
  batches,
  profile,
];

/** How each kind of batch is displayed. */
export const batchKinds: Readonly<Record<string, BatchKindView>> = Object.fromEntries(
  features.flatMap((feature) => Object.entries(feature.batchKinds ?? {})),
);

/** The search sources of Ctrl K for the user. */
export function findersOf(user: CurrentUser): readonly Finder[] {
  return features.flatMap(({ finder }) =>
    finder && (finder.needs === undefined || can(user, finder.needs)) ? [finder] : [],
  );
}
