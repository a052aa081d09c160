import type {
  LeadId,
  OfferId,
  PaymentId,
  PlanId,
  PostbackId,
  SavedReportId,
  TenantId,
  UserId,
  ViewId,
} from './ids.ts';

/** Stream names: the aggregate, a dash, the id. */
export const leadStream = (id: LeadId) => `lead-${id}`;
export const offerStream = (id: OfferId) => `offer-${id}`;
/** A plan of the installation; its events are of PLATFORM_TENANT. */
export const planStream = (id: PlanId) => `plan-${id}`;
export const postbackStream = (id: PostbackId) => `postback-${id}`;
export const userStream = (id: UserId) => `user-${id}`;
export const tenantStream = (id: TenantId) => `tenant-${id}`;
/**
 * One stream per sign-in, so that a user's own stream stays short however often they sign in. Failed sign-ins share
 * streams of at most 500 events (command-api/auth/failed-sign-ins.ts).
 */
export const sessionStream = (id: string) => `session-${id}`;
/** A batch: an upload, an export, a bulk action. */
export const batchStream = (id: string) => `batch-${id}`;
/** One stream per run of a report (projections/reports/runs.ts). */
export const reportStream = (id: string) => `report-${id}`;
export const savedReportStream = (id: SavedReportId) => `savedreport-${id}`;
export const viewStream = (id: ViewId) => `view-${id}`;
/** The view that a user chose. */
export const viewerStream = (id: UserId) => `viewer-${id}`;

/** The billing subscription of a tenant: a tenant has at most one. */
export const subscriptionStream = (id: TenantId) => `subscription-${id}`;

/** One stream per count of refused commands (platform/http/refused-calls.ts). */
export const refusalsStream = (id: string) => `refusals-${id}`;

/** A super admin's view of an organisation. */
export const viewingStream = (id: string) => `viewing-${id}`;

/** One stream per request to apply failed events again. */
export const retryStream = (id: string) => `retry-${id}`;

/** An order at the payment provider, and what became of it. */
export const paymentStream = (id: PaymentId) => `payment-${id}`;

/** An operator at the work queue. */
export const workerStream = (id: UserId) => `worker-${id}`;

/** The id in a stream name; a UUID in all streams of the product. */
export const idOf = (stream: string) => stream.slice(stream.indexOf('-') + 1);
