import { auditProjection } from './audit/table.ts';
import { batchesProjection } from './batches/table.ts';
import { asideLeadsProjection } from './leads/aside/table.ts';
import { leadsProjection } from './leads/table.ts';
import { offersProjection } from './offers/table.ts';
import { paymentsProjection } from './payments/table.ts';
import { plansProjection } from './plans/table.ts';
import { postbacksProjection } from './postbacks/table.ts';
import type { AnyProjection } from './projection.ts';
import { savedReportsProjection } from './saved-reports/table.ts';
import { subscriptionsProjection } from './subscriptions/table.ts';
import { leadDaysProjection } from './tenants/lead-days.ts';
import { tenantsProjection } from './tenants/table.ts';
import { usersProjection } from './users/table.ts';
import { viewsProjection } from './views/table.ts';
import { workProjection } from './work/table.ts';

/** All projections of the product. Leadership, rebuilds and waits use their names. */
export const projections: readonly AnyProjection[] = [
  usersProjection,
  leadDaysProjection,
  tenantsProjection,
  offersProjection,
  postbacksProjection,
  plansProjection,
  subscriptionsProjection,
  paymentsProjection,
  leadsProjection,
  asideLeadsProjection,
  viewsProjection,
  savedReportsProjection,
  batchesProjection,
  workProjection,
  auditProjection,
];
