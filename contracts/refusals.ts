import type { BatchRefusal } from '@crm/events/batches/decide.ts';
import type { LeadRefusal } from '@crm/events/leads/command.ts';
import type { OfferRefusal } from '@crm/events/offers/decide.ts';
import type { PaymentRefusal } from '@crm/events/payments/decide.ts';
import type { PlanRefusal } from '@crm/events/plans/decide.ts';
import type { PostbackRefusal } from '@crm/events/postbacks/decide.ts';
import type { SavedReportRefusal } from '@crm/events/saved-reports/decide.ts';
import type { SubscriptionRefusal } from '@crm/events/subscriptions/command.ts';
import type { TenantRefusal } from '@crm/events/tenants/decide.ts';
import type { UserRefusal } from '@crm/events/users/decide.ts';
import type { ViewingRefusal } from '@crm/events/viewings/decide.ts';
import type { ViewRefusal } from '@crm/events/views/decide.ts';
import type { EdgeRefusal } from './edge-refusal.ts';
import { texts } from './texts.ts';

export type Refusal =
  | EdgeRefusal
  | BatchRefusal
  | LeadRefusal
  | OfferRefusal
  | PaymentRefusal
  | PlanRefusal
  | PostbackRefusal
  | SavedReportRefusal
  | SubscriptionRefusal
  | TenantRefusal
  | UserRefusal
  | ViewingRefusal
  | ViewRefusal;

export type RefusalAnswer = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 503;
  message: string;
  /** The field beside which to show it. */
  field?: string;
};

/** The answer of each refusal. A refusal without an answer is a compile error. */
export const refusals: Record<Refusal, RefusalAnswer> = {
  'bad-input': { status: 400, message: 'Please check the fields' },
  'bad-json': { status: 400, message: 'The body is not valid JSON' },
  'too-slow': { status: 408, message: 'The request took too long to arrive. Please try again.' },
  'too-large': { status: 413, message: 'The request is too large' },
  'unsupported-media-type': { status: 415, message: 'The body must be JSON or form-encoded' },
  'bad-credentials': { status: 401, message: 'Invalid email or password. Please check your credentials.' },
  'too-many-logins': { status: 429, message: 'Too many login attempts. Please try again later.' },
  'signed-out': { status: 401, message: 'Please sign in' },
  'api-key-required': { status: 401, message: 'Send a valid API key of the organization in X-API-Key' },
  'api-key-wrong': {
    status: 401,
    message: 'The API key was revoked, or is of another organization than the offer',
  },
  'session-not-found': { status: 404, message: 'The session has already ended' },
  'no-dead-letters': { status: 409, message: 'There are no failed events any more' },
  'audit-entry-not-found': { status: 404, message: 'Entry not found' },
  'api-key-name-taken': { status: 409, message: 'Another API key has this name', field: 'name' },
  'api-key-not-found': { status: 404, message: 'API key not found' },
  'too-many-api-keys': { status: 409, message: 'There are 50 valid API keys. Revoke one first.' },
  'signature-wrong': { status: 401, message: 'The signature is missing or does not match the body' },
  'tenant-suspended': { status: 403, message: 'Your organization is suspended. Please contact support.' },
  'tenant-blocked': {
    status: 403,
    message: 'You need an active subscription to continue using this platform.',
  },
  'access-changed': { status: 409, message: 'Your access was changed at this moment. Please try again.' },
  'admin-required': { status: 403, message: 'Admin privileges required' },
  'operator-required': { status: 403, message: 'Operator privileges required' },
  'super-admin-required': { status: 403, message: 'Super Admin privileges required' },
  'wrong-password': { status: 400, message: 'Current password is incorrect', field: 'currentPassword' },
  'current-password-required': {
    status: 400,
    message: 'Current password is required',
    field: 'currentPassword',
  },
  'setup-link-wrong': {
    status: 403,
    message: 'This link is not valid. Please use the one that the last start of the server printed.',
  },
  'setup-link-used': { status: 409, message: 'This link was used already. Please sign in.' },
  'setup-link-expired': {
    status: 409,
    message: 'This link has expired. Restart the server, and it prints a new one.',
  },
  'password-link-wrong': {
    status: 403,
    message: 'This link is not valid, or was replaced by a newer one. Request a new link.',
  },
  'password-link-used': {
    status: 409,
    message: 'This link was used already. Sign in with your new password, or request a new link.',
  },
  'password-link-expired': { status: 409, message: 'This link has expired. Request a new link.' },
  'email-taken': { status: 409, message: 'This email is already in use', field: 'email' },
  'username-taken': { status: 409, message: 'This username is already in use', field: 'username' },
  'view-name-taken': { status: 409, message: 'You have a view of this name already', field: 'name' },
  'report-name-taken': { status: 409, message: 'You have a report of this name already', field: 'name' },
  'operator-not-found': { status: 404, message: 'Operator not found', field: 'operatorId' },
  'offer-inactive': { status: 422, message: 'This offer is not active', field: 'offer' },
  'lead-limit-reached': { status: 403, message: 'The lead limit of the billing period is reached' },
  'past-list-not-found': { status: 404, message: 'List not found' },
  'key-reused': { status: 422, message: 'This Idempotency-Key was already used with a different request' },
  'changed-meanwhile': {
    status: 409,
    message: 'This was changed by somebody else meanwhile. Please look again.',
  },
  'too-busy': { status: 503, message: 'Too many changes at once. Please try again.' },
  'not-done': {
    status: 422,
    message: 'This could not be done because of an error in the program. The error is in its log.',
  },
  'rate-limited': { status: 429, message: 'Too many requests. Please try again later.' },
  overloaded: {
    status: 503,
    message:
      'Too many leads arrive at this moment. Please send this one again after the time in Retry-After.',
  },
  unavailable: { status: 503, message: 'The service is not available at the moment. Please try again.' },
  'read-model-building': {
    status: 503,
    message: 'This data is being prepared after an update. Please try again in a few minutes.',
  },
  'no-such-call': { status: 404, message: 'There is no such call' },
  'phone-locked': { status: 403, message: 'Only an admin can change the phone', field: 'phone' },

  'order-id-taken': { status: 409, message: 'Order ID already exists', field: 'orderId' },
  'lead-not-found': { status: 404, message: 'Lead not found' },
  'lead-erased': {
    status: 409,
    message:
      'The personal data of this lead was erased. It can be deleted, and not be changed in any other way.',
  },
  'lead-not-yours': { status: 403, message: 'This lead is not assigned to you' },
  'reason-required': { status: 400, message: texts.required, field: 'reason' },
  'total-differs': { status: 400, message: texts.total, field: 'total' },
  'no-such-moment': {
    status: 400,
    message: 'The lead has no such moment in its history',
    field: 'revision',
  },
  'nothing-pending': { status: 409, message: 'This lead has no pending status change' },
  'request-replaced': {
    status: 409,
    message: 'This request was replaced by a newer one. Please look again.',
  },

  'selection-not-found': { status: 404, message: 'Selection not found', field: 'selectionId' },
  'on-break': { status: 409, message: 'You are on a break. End it to get leads.' },
  'lead-not-available': { status: 409, message: 'This lead is not available any more' },
  'assigned-elsewhere': { status: 409, message: 'This lead is not assigned to that operator any more' },

  'export-empty': { status: 422, message: 'Export file is empty. No data matches your filters.' },
  'export-failed': { status: 503, message: 'Export failed. Please try again.' },
  'file-gone': { status: 404, message: 'There is no file, or it is gone: files are kept for a day.' },

  'report-not-kept': {
    status: 404,
    message:
      'There is no report of this position any more. Leave the position out to get the current figures.',
    field: 'position',
  },
  'recompute-running': {
    status: 409,
    message: 'A report is already being recomputed. Please wait for its end, or ask an admin to cancel it.',
  },
  'report-too-slow': {
    status: 503,
    message: 'This report takes too long. Choose a shorter period.',
  },

  'offer-exists': { status: 409, message: 'This offer already exists' },
  'offer-not-found': { status: 404, message: 'Offer not found' },

  'batch-exists': { status: 409, message: 'This work was started already' },
  'batch-not-found': { status: 404, message: 'Batch not found' },
  'batch-finished': { status: 409, message: 'This has ended already' },
  'batch-running': { status: 409, message: 'This is still running. Cancel it or wait for its end.' },
  'batch-not-undoable': { status: 409, message: 'This cannot be undone' },
  'batch-undone': { status: 409, message: 'This was undone already' },

  'plan-exists': { status: 409, message: 'This plan already exists' },
  'plan-not-found': { status: 404, message: 'Plan not found', field: 'planId' },

  'postback-exists': { status: 409, message: 'This postback already exists' },
  'postback-not-found': { status: 404, message: 'Postback not found' },
  'postback-log-not-found': { status: 404, message: 'Postback log not found' },
  'postback-log-not-failed': { status: 409, message: 'This delivery has not failed' },
  'postback-search-too-wide': { status: 400, message: 'Too many leads match: add words to the search' },
  'postback-off': { status: 409, message: 'This postback is off. Switch it on first.' },
  'postback-password-required': {
    status: 400,
    message: texts.required,
    field: 'authentication.password',
  },
  'postback-token-required': { status: 400, message: texts.required, field: 'authentication.token' },
  'postback-api-key-required': { status: 400, message: texts.required, field: 'authentication.apiKey' },
  'postback-get-body': {
    status: 400,
    message: 'A GET has no body; use POST, or parameters',
    field: 'bodyTemplate',
  },

  'plan-in-use': {
    status: 409,
    message: 'Organizations subscribe to this plan. Deactivate it instead: then it is sold no longer.',
  },
  'plan-not-for-sale': {
    status: 422,
    message: 'This plan is not sold any more. Please choose another one.',
    field: 'planId',
  },
  'plan-free': {
    status: 422,
    message: 'This plan costs nothing, so it cannot be paid for. Please contact support.',
    field: 'planId',
  },
  'payment-verification-failed': { status: 400, message: 'Payment verification failed' },
  'payment-provider-refused': { status: 422, message: 'The payment provider refused this' },
  'payment-provider-unavailable': {
    status: 503,
    message: 'The payment provider cannot be reached at the moment. Please try again.',
  },
  'payment-order-exists': { status: 409, message: 'This order already exists' },
  'payment-order-not-found': { status: 404, message: 'Order not found' },
  'payment-not-captured': { status: 409, message: 'This order has not been paid' },
  'payment-not-refundable': {
    status: 409,
    message: 'There is nothing to refund: it was refunded already, or the plan is just being activated',
  },
  'payment-imported': {
    status: 409,
    message: 'This payment was made in another installation. Refund it there, or at the payment provider.',
  },
  'payment-without-problem': {
    status: 409,
    message: 'The activation cannot be tried again: it is done, or the money can only be refunded',
  },

  'subscription-exists': { status: 409, message: 'This organization has a subscription already' },
  'subscription-not-found': { status: 404, message: 'Subscription not found' },
  'subscription-not-active': { status: 409, message: 'Only an active subscription can be cancelled' },
  'subscription-not-ended': {
    status: 409,
    message: 'Only an expired or cancelled subscription can be renewed. Extend this one instead.',
  },
  'subscription-end-past': {
    status: 400,
    message: 'An active subscription must end in the future. Enter a later end date.',
    field: 'endDate',
  },
  'subscription-end-early': { status: 400, message: 'Must be after the start date', field: 'endDate' },
  'subscription-end-late': {
    status: 400,
    message: 'A subscription can end in 2099 at the latest',
    field: 'endDate',
  },

  'tenant-exists': { status: 409, message: 'This organization already exists' },
  'tenant-not-found': { status: 404, message: 'Organization not found' },
  'import-not-possible': { status: 409, message: 'An import needs an event store on Postgres' },

  'user-exists': { status: 409, message: 'This user already exists' },
  'user-not-found': { status: 404, message: 'User not found' },
  'username-locked': { status: 400, message: 'The username cannot be changed', field: 'username' },
  'own-email': { status: 400, message: 'Change your own email in Account Settings', field: 'email' },
  'own-password': {
    status: 400,
    message: 'Change your own password in Account Settings',
    field: 'password',
  },
  'own-role': { status: 400, message: 'You cannot change your own role', field: 'role' },
  'own-activity': { status: 400, message: 'You cannot deactivate yourself', field: 'isActive' },
  'own-deletion': { status: 400, message: 'You cannot delete yourself' },
  'last-admin': {
    status: 409,
    message: 'This is the last active admin of the organization. Make another user an admin first.',
  },
  'last-super-admin': {
    status: 409,
    message: 'This is the last active super admin. Make another one first.',
  },

  'saved-report-exists': { status: 409, message: 'This report is saved already' },
  'saved-report-not-found': { status: 404, message: 'Saved report not found' },
  'report-for-admins': { status: 403, message: 'Only an admin can see this type of report', field: 'type' },
  'recipients-for-admins': {
    status: 403,
    message: 'Only an admin can send reports to other addresses',
    field: 'recipients',
  },

  'viewing-exists': { status: 409, message: 'This organization is viewed already' },
  'viewing-not-found': { status: 404, message: 'Viewing not found' },
  'viewing-read-only': { status: 403, message: 'You only view this organization: nothing can be changed' },

  'view-exists': { status: 409, message: 'This view already exists' },
  'view-not-found': { status: 404, message: 'View not found' },
  'view-shared': {
    status: 403,
    message: 'This view is shared with everybody, so only an admin can change it',
  },
  'view-sharing': { status: 403, message: 'Only an admin can share a view', field: 'isShared' },
};
