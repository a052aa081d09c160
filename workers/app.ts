import type { Access } from '@crm/platform/access/access.ts';
import type { AnyBatchKind } from '@crm/platform/batches/kind.ts';
import type { CommandDependencies } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { AnyJob, Schedule } from '@crm/platform/jobs/job.ts';
import type { Reaction } from '@crm/platform/jobs/reaction.ts';
import type { PaymentProvider } from '@crm/platform/payments/provider.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import type { Pool } from 'pg';
import { anchorAuditChain } from './audit/chain/anchor.ts';
import { extendAuditChain } from './audit/chain/extend.ts';
import { auditExport } from './audit/export.ts';
import { mailPasswordLink, mailPasswordLinks } from './auth/mail-password-link.ts';
import { admitLeads, admitWaiting, scheduleAdmission } from './leads/admit/admit.ts';
import { leadActions } from './leads/bulk/act.ts';
import { leadUndo } from './leads/bulk/undo.ts';
import { eraseLeads, forgetLead, resumeErasures } from './leads/erase/job.ts';
import { leadExport } from './leads/export/kind.ts';
import { handOver } from './leads/hand-over/kind.ts';
import { handOverLeads, startHandOver } from './leads/hand-over/start.ts';
import { pastExport } from './leads/past/export.ts';
import { pastList } from './leads/past/find.ts';
import { leadUploadCheck } from './leads/upload/check.ts';
import { leadUpload } from './leads/upload/save.ts';
import { type PublishMail, sendMail } from './mail/send.ts';
import { sweepMails } from './mail/sweep.ts';
import type { MailTransport } from './mail/transport.ts';
import { endRefunded } from './payments/end-refunded.ts';
import { grantPayment } from './payments/grant.ts';
import { mailReceipt, mailWelcome } from './payments/mails.ts';
import { followPayments } from './payments/reaction.ts';
import { reconcilePayment } from './payments/reconcile.ts';
import { refundPayment } from './payments/refund.ts';
import { postbackBackfill } from './postbacks/batches/backfill.ts';
import { postbackRetry } from './postbacks/batches/retry.ts';
import { sweepPostbackLogs } from './postbacks/retention.ts';
import { reportRecompute } from './reports/recompute.ts';
import { sweepOldRows } from './retention/sweep.ts';
import { endSchedules, endSchedulesOfLeavers } from './saved-reports/end-schedule.ts';
import { mailReport } from './saved-reports/mail-report.ts';
import { mailDueReports } from './saved-reports/schedule.ts';
import { sweepMailings } from './saved-reports/sweep.ts';
import { recordSignOut } from './sessions/record-sign-out.ts';
import { sweepExpired } from './sessions/sweep.ts';
import { blockBySubscription, scheduleBlock } from './subscriptions/block.ts';
import { expireSubscription, scheduleExpiry } from './subscriptions/expire.ts';
import { mailExpiryNotice, scheduleExpiryNotices } from './subscriptions/mail-expiry-notice.ts';
import { eraseTenant, scheduleErasure } from './tenants/erase.ts';
import { tenantExport } from './tenants/export/kind.ts';
import { tenantImportCheck } from './tenants/import/check.ts';
import { tenantImport } from './tenants/import/kind.ts';
import { sweepImports } from './tenants/import/sweep.ts';
import { inviteAdmin, inviteAdmins } from './tenants/invite.ts';
import { mailEmailChange, noticeEmailChanges } from './users/email-change.ts';
import { endAccess, endAccessOfUsers } from './users/end.ts';
import { inviteUser, inviteUsers } from './users/invite.ts';
import { endViewing, endViewings, followViewings } from './viewings/end.ts';
import { releaseExpired, releaseLeads, releaseOwn } from './work/release.ts';

/**
 * All kinds of batches: long work with progress (docs/bulk-actions.md). `storedEvents` has the events with encrypted personal
 * data; `pool` sees all tenants.
 */
export const batchKinds = (
  { store, forgetLookup }: Required<CommandDependencies>,
  storedEvents: EventStore,
  pool: Pool,
): readonly AnyBatchKind[] => [
  ...leadActions({ store, pool }),
  leadUndo({ store, pool }),
  handOver({ store, pool }),
  leadExport(pool),
  leadUpload({ store, pool, places: openPlaces(pool) }),
  leadUploadCheck({ store, pool, places: openPlaces(pool) }),
  postbackRetry(store, pool),
  postbackBackfill(store, pool),
  reportRecompute(store, pool),
  pastList({ storedEvents, store, pool }),
  pastExport(store, pool),
  auditExport(store, pool),
  tenantExport(store, pool),
  tenantImportCheck(pool),
  tenantImport({ store, forgetLookup, pool }),
];

/** All reactions that turn events into jobs, from the beginning of history. */
export const reactions: readonly Reaction[] = [
  handOverLeads,
  releaseLeads,
  endSchedulesOfLeavers,
  scheduleExpiry,
  scheduleExpiryNotices,
  scheduleBlock,
  scheduleAdmission,
  mailPasswordLinks,
  followPayments,
  inviteAdmins,
  inviteUsers,
  noticeEmailChanges,
  endAccessOfUsers,
  followViewings,
  scheduleErasure,
  eraseLeads,
];

/** All jobs that reactions and other jobs add. */
export const jobs = ({
  access,
  mail,
  publishMail,
  publicUrl,
  seal,
  payments,
  storedEvents,
}: JobDependencies): readonly AnyJob[] => [
  startHandOver,
  releaseOwn,
  expireSubscription,
  mailExpiryNotice(publicUrl),
  blockBySubscription(access),
  admitLeads,
  sendMail(mail, publishMail, seal),
  mailPasswordLink(publicUrl, seal),
  mailReport(publicUrl, publishMail),
  endSchedules,
  grantPayment,
  reconcilePayment(payments),
  refundPayment(payments),
  endRefunded,
  mailWelcome(publicUrl, seal),
  mailReceipt(publicUrl),
  inviteAdmin(publicUrl, seal),
  inviteUser(publicUrl, seal),
  mailEmailChange(publicUrl),
  endAccess,
  recordSignOut,
  endViewing,
  eraseTenant(access),
  forgetLead(storedEvents),
];

type JobDependencies = {
  access: Access;
  mail: MailTransport;
  publishMail: PublishMail;
  publicUrl: string;
  /** Encrypts mails with secrets while they wait. */
  seal: Seal;
  payments: PaymentProvider;
  /** The events with encrypted personal data. */
  storedEvents: EventStore;
};

/** All jobs that run at fixed times. */
export const schedules = (
  mail: MailTransport,
  secretKey: string,
  storedEvents: EventStore,
): readonly Schedule[] => [
  extendAuditChain(storedEvents),
  anchorAuditChain(secretKey, storedEvents),
  sweepExpired,
  sweepPostbackLogs,
  sweepOldRows,
  releaseExpired,
  admitWaiting,
  resumeErasures,
  mailDueReports,
  sweepMailings,
  sweepMails(mail),
  sweepImports,
  endViewings,
];
