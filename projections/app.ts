import type { Config } from '@crm/platform/config/config.ts';
import { pendingApprovals } from './approvals/list.ts';
import { rejectedRequests } from './approvals/rejected.ts';
import { allAuditCheckpoints, auditCheckpoints } from './audit/checkpoints.ts';
import { allAuditExport, auditExport } from './audit/export.ts';
import { allAuditChoices, allAuditLogs, auditChoices, auditLogs } from './audit/list.ts';
import { anyAuditWhy, auditWhy } from './audit/why.ts';
import { me } from './auth/me.ts';
import { batchFile } from './batches/file.ts';
import { batchDetail, batchesList, batchProblems } from './batches/list.ts';
import { adminDashboard } from './dashboards/admin.ts';
import { ownDashboard } from './dashboards/operator.ts';
import { analytics } from './dashboards/platform/analytics.ts';
import { overview } from './dashboards/platform/overview.ts';
import { asideLeadsList } from './leads/aside/list.ts';
import { leadAt } from './leads/at.ts';
import type { ReadBlocks } from './leads/blocks.ts';
import { leadComments } from './leads/comments.ts';
import { duplicates } from './leads/duplicates.ts';
import { leadsExport, reportedLeadsExport } from './leads/export.ts';
import { leadDetail } from './leads/get.ts';
import { leadsList, ownLeadsList } from './leads/list.ts';
import { missingOrders } from './leads/missing-order-ids.ts';
import { otherOrders } from './leads/other-orders.ts';
import { pastLeadsList } from './leads/past/list.ts';
import { selectionDetail, selectionFreeze, selectionLeads } from './leads/selections.ts';
import { addressFigures, leadFigures } from './leads/stats.ts';
import { upload, errorsFile as uploadErrorsFile } from './leads/upload.ts';
import { offerDetail, offerFigures } from './offers/get.ts';
import { activeOffersList, offerNamesList, offersList } from './offers/list.ts';
import { checkout } from './payments/checkout.ts';
import { paymentsList, transactionDetail, transactionsList } from './payments/list.ts';
import { receipt } from './payments/receipt.ts';
import { subscription } from './payments/subscription.ts';
import { planDetail, plansList, plansOnSale } from './plans/list.ts';
import { removePlan } from './plans/remove.ts';
import { health } from './postbacks/health.ts';
import { postbackDetail, postbackNames, postbacksList } from './postbacks/list.ts';
import { backfill, retry } from './postbacks/logs/again.ts';
import { postbackFigures, postbackLog, postbackLogs } from './postbacks/logs/logs.ts';
import { placeholdersList } from './postbacks/placeholders.ts';
import { logRetention } from './postbacks/retention.ts';
import type { QueryDeclaration } from './query.ts';
import { reportFile } from './reports/generate.ts';
import type { PreloadReports } from './reports/preload.ts';
import { startRecompute } from './reports/recompute/start.ts';
import { reports } from './reports/reports.ts';
import { savedReportsList } from './saved-reports/list.ts';
import { subscribersList } from './subscriptions/list.ts';
import { apiKeysList } from './tenants/api-keys.ts';
import { tenantsList } from './tenants/list.ts';

import { userDetail, userFigures } from './users/get.ts';
import { usersList } from './users/list.ts';
import { operators, operatorsToFilterBy } from './users/operators.ts';
import { sessionsList } from './users/sessions.ts';
import { viewsList } from './views/list.ts';
import { ownActivity, userActions } from './work/activity.ts';
import { ownCallbacks } from './work/callbacks.ts';
import { workQueue } from './work/queue.ts';
import { teamWork } from './work/team.ts';
import { urgentLeads } from './work/urgent.ts';

/** Dependencies of single queries beside QueryDeps; each declares its own part. */
type Needs = {
  /** Reads leads by column; keeps blocks for later reads. */
  readBlocks: ReadBlocks;
  preloadReports: PreloadReports;
  /** See CommandDependencies (platform/commands/execute.ts). */
  forgetLookup: (stream: string) => void;
  /** The address for questions of blocked organisations; null without one. */
  supportEmail: string | null;
  /** The settings of payments for browsers. */
  checkout: { key: string; isTest: boolean };
  renewal: Config['renewal'];
};

/** All queries of the product, by aggregate. */
export const queries: readonly QueryDeclaration<Needs>[] = [
  leadsList,
  ownLeadsList,
  leadDetail,
  leadAt,
  asideLeadsList,
  pastLeadsList,
  leadComments,
  missingOrders,
  otherOrders,
  duplicates,
  leadFigures,
  addressFigures,
  selectionFreeze,
  selectionDetail,
  selectionLeads,
  leadsExport,
  reportedLeadsExport,
  upload,
  uploadErrorsFile,

  pendingApprovals,
  rejectedRequests,

  adminDashboard,
  overview,
  analytics,
  ownDashboard,

  batchesList,
  batchDetail,
  batchFile,
  batchProblems,

  offersList,
  activeOffersList,
  offerNamesList,
  offerDetail,
  offerFigures,

  plansList,
  planDetail,
  plansOnSale,
  removePlan,

  subscribersList,
  tenantsList,

  checkout,
  paymentsList,
  transactionsList,
  transactionDetail,
  receipt,
  subscription,

  postbacksList,
  postbackNames,
  postbackDetail,
  placeholdersList,
  health,
  postbackLogs,
  postbackLog,
  postbackFigures,
  retry,
  backfill,
  logRetention,

  ...reports,
  reportFile,
  startRecompute,

  usersList,
  userDetail,
  userFigures,
  sessionsList,
  operators,
  operatorsToFilterBy,

  viewsList,
  savedReportsList,

  apiKeysList,
  workQueue,
  ownCallbacks,
  urgentLeads,
  ownActivity,
  userActions,
  teamWork,

  auditLogs,
  allAuditLogs,
  auditChoices,
  allAuditChoices,
  auditWhy,
  anyAuditWhy,
  auditExport,
  allAuditExport,
  auditCheckpoints,
  allAuditCheckpoints,

  me,
];
