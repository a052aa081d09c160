import type { EventStoreConfig } from '@crm/platform/event-store/open.ts';
import type { Route } from '@crm/platform/http/route.ts';
import type { Partners } from '@crm/platform/net/partners.ts';
import type { PaymentProvider } from '@crm/platform/payments/provider.ts';
import * as approvals from './approvals/decide.ts';
import { type Attempts, passwordAttempts } from './auth/attempts.ts';
import { changePassword } from './auth/change-password.ts';
import { forgotPassword } from './auth/forgot-password.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { resetPassword } from './auth/reset-password.ts';
import { setup } from './auth/setup.ts';
import { updateProfile } from './auth/update-profile.ts';
import * as batches from './batches/control.ts';
import { undo } from './batches/undo.ts';
import { retryDeadLetters } from './dashboards/retry-dead-letters.ts';
import type { CommandDeclaration } from './handle/command.ts';
import type { Deps } from './handle/deps.ts';
import { assign } from './leads/assign.ts';
import { assignMany, reassignMany, removeMany, updateStatuses } from './leads/bulk.ts';
import { comment, operatorComment } from './leads/comment.ts';
import { create as createLead } from './leads/create.ts';
import { remove as deleteLead } from './leads/delete.ts';
import { erase as eraseLead } from './leads/erase.ts';
import { ingestLimit } from './leads/ingest-limit.ts';
import { exportPast, findPast } from './leads/past-list.ts';
import { receive } from './leads/receive.ts';
import { requestStatus } from './leads/request-status.ts';
import { restoreFields } from './leads/restore-fields.ts';
import { update as updateLead } from './leads/update.ts';
import { upload as uploadLeads } from './leads/upload.ts';
import * as offers from './offers/offers.ts';
import { cancelOwn } from './payments/cancel.ts';
import { createOrder, renewCreateOrder } from './payments/orders.ts';
import * as refunds from './payments/refunds.ts';
import { testCheckout } from './payments/test-checkout.ts';
import { renewVerifyPayment, verifyPayment } from './payments/verify.ts';
import { webhook } from './payments/webhook.ts';
import * as plans from './plans/plans.ts';
import { postbackCommands } from './postbacks/postbacks.ts';
import { setLogRetention } from './postbacks/retention.ts';
import { test as testPostback } from './postbacks/test.ts';
import * as savedReports from './saved-reports/saved-reports.ts';
import * as subscriptions from './subscriptions/subscriptions.ts';
import * as admins from './tenants/admins.ts';
import { apiKeyCommands } from './tenants/api-keys.ts';
import { exportData } from './tenants/export.ts';
import { checkArchive, importArchive } from './tenants/import.ts';
import * as lifecycle from './tenants/lifecycle.ts';
import * as settings from './tenants/settings.ts';
import * as userSessions from './users/sessions.ts';
import * as users from './users/users.ts';
import * as viewings from './viewings/viewings.ts';
import * as views from './views/views.ts';
import { setBreak } from './work/break.ts';
import { skip } from './work/skip.ts';
import { take } from './work/take.ts';

type Options = {
  /** Maximum number of public leads per second and address; 0 means no limit. */
  leadsPerSecond: number;
  /** The sender for requests to partners, and their secrets. */
  partners: Partners;
  payments: PaymentProvider;
  /** The link to the chat group for renewals; null without one. */
  chatGroup: string | null;
  /** Days until the rows of a deleted tenant are removed. */
  tenantRetentionDays: number;
  storeKind: EventStoreConfig['kind'];
};

/** All routes that change state. */
const commands = (
  { leadsPerSecond, partners, payments, chatGroup, tenantRetentionDays, storeKind }: Options,
  attempts: Attempts,
): CommandDeclaration[] => [
  login(attempts, chatGroup),
  logout,
  changePassword(attempts),
  updateProfile(attempts),
  setup,
  forgotPassword,
  resetPassword,

  createLead,
  receive(() => ingestLimit(leadsPerSecond)),
  updateLead,
  restoreFields,
  findPast,
  exportPast,
  deleteLead,
  eraseLead,
  assign,
  comment,
  operatorComment,
  requestStatus,
  updateStatuses,
  assignMany,
  reassignMany,
  removeMany,
  uploadLeads,

  approvals.approve,
  approvals.reject,
  approvals.approveMany,
  approvals.rejectMany,

  batches.cancel,
  batches.pause,
  batches.resume,
  undo,

  offers.create,
  offers.update,
  offers.remove,

  ...postbackCommands(partners),
  testPostback(partners),
  setLogRetention,

  users.create,
  users.update,
  users.remove,
  userSessions.revokeOne,
  userSessions.revokeOthers,

  settings.theme,
  settings.autoApprove,
  settings.rename,
  settings.change,
  ...apiKeyCommands(partners),

  plans.create,
  plans.update,
  subscriptions.setStatus,
  subscriptions.cancel,
  subscriptions.renew,
  subscriptions.extend,

  createOrder(payments),
  verifyPayment(payments),
  renewCreateOrder(payments),
  renewVerifyPayment(payments),
  webhook(payments),
  ...(payments.standIn ? [testCheckout(payments.standIn)] : []),
  cancelOwn,
  refunds.refund,
  refunds.retryGrant,

  retryDeadLetters,
  viewings.start,
  viewings.end,

  checkArchive(storeKind),
  importArchive,
  lifecycle.suspend,
  lifecycle.reactivate,
  lifecycle.remove(tenantRetentionDays),
  lifecycle.restore,
  lifecycle.rename,
  exportData,
  admins.create,
  admins.update,
  admins.toggleStatus,
  admins.remove(tenantRetentionDays),

  savedReports.save,
  savedReports.update,
  savedReports.remove,

  views.save,
  views.update,
  views.remove,
  views.choose,

  take,
  skip,
  setBreak,
];

export function commandRoutes(deps: Deps, options: Options): Route[] {
  return commands(options, passwordAttempts()).map((declare) => declare(deps));
}
