import { describe, expect, test } from 'vitest';
import { refusals } from './refusals.ts';

/** Design 9: 400 bad input, 401, 403, 404, 409 conflict with current state, 413, 422, 429, 503. */
const named = Object.entries(refusals);
const byStatus: Record<number, string[]> = {};
for (const { status } of Object.values(refusals))
  byStatus[status] = named.filter(([, answer]) => answer.status === status).map(([name]) => name);

test('each refusal has the status of its kind', () => {
  expect(byStatus).toMatchInlineSnapshot(`
    {
      "400": [
        "bad-input",
        "bad-json",
        "wrong-password",
        "current-password-required",
        "reason-required",
        "total-differs",
        "no-such-moment",
        "postback-search-too-wide",
        "postback-password-required",
        "postback-token-required",
        "postback-api-key-required",
        "postback-get-body",
        "payment-verification-failed",
        "subscription-end-past",
        "subscription-end-early",
        "subscription-end-late",
        "username-locked",
        "own-email",
        "own-password",
        "own-role",
        "own-activity",
        "own-deletion",
      ],
      "401": [
        "bad-credentials",
        "signed-out",
        "api-key-required",
        "api-key-wrong",
        "signature-wrong",
      ],
      "403": [
        "tenant-suspended",
        "tenant-blocked",
        "admin-required",
        "operator-required",
        "super-admin-required",
        "setup-link-wrong",
        "password-link-wrong",
        "lead-limit-reached",
        "phone-locked",
        "lead-not-yours",
        "report-for-admins",
        "recipients-for-admins",
        "viewing-read-only",
        "view-shared",
        "view-sharing",
      ],
      "404": [
        "session-not-found",
        "audit-entry-not-found",
        "api-key-not-found",
        "operator-not-found",
        "past-list-not-found",
        "no-such-call",
        "lead-not-found",
        "selection-not-found",
        "file-gone",
        "report-not-kept",
        "offer-not-found",
        "batch-not-found",
        "plan-not-found",
        "postback-not-found",
        "postback-log-not-found",
        "payment-order-not-found",
        "subscription-not-found",
        "tenant-not-found",
        "user-not-found",
        "saved-report-not-found",
        "viewing-not-found",
        "view-not-found",
      ],
      "408": [
        "too-slow",
      ],
      "409": [
        "no-dead-letters",
        "api-key-name-taken",
        "too-many-api-keys",
        "access-changed",
        "setup-link-used",
        "setup-link-expired",
        "password-link-used",
        "password-link-expired",
        "email-taken",
        "username-taken",
        "view-name-taken",
        "report-name-taken",
        "changed-meanwhile",
        "order-id-taken",
        "lead-erased",
        "nothing-pending",
        "request-replaced",
        "on-break",
        "lead-not-available",
        "assigned-elsewhere",
        "recompute-running",
        "offer-exists",
        "batch-exists",
        "batch-finished",
        "batch-running",
        "batch-not-undoable",
        "batch-undone",
        "plan-exists",
        "postback-exists",
        "postback-log-not-failed",
        "postback-off",
        "plan-in-use",
        "payment-order-exists",
        "payment-not-captured",
        "payment-not-refundable",
        "payment-imported",
        "payment-without-problem",
        "subscription-exists",
        "subscription-not-active",
        "subscription-not-ended",
        "tenant-exists",
        "import-not-possible",
        "user-exists",
        "last-admin",
        "last-super-admin",
        "saved-report-exists",
        "viewing-exists",
        "view-exists",
      ],
      "413": [
        "too-large",
      ],
      "415": [
        "unsupported-media-type",
      ],
      "422": [
        "offer-inactive",
        "key-reused",
        "not-done",
        "export-empty",
        "plan-not-for-sale",
        "plan-free",
        "payment-provider-refused",
      ],
      "429": [
        "too-many-logins",
        "rate-limited",
      ],
      "503": [
        "too-busy",
        "overloaded",
        "unavailable",
        "read-model-building",
        "export-failed",
        "report-too-slow",
        "payment-provider-unavailable",
      ],
    }
  `);
});

test('not found and not accessible are both 404 with one text per aggregate', () => {
  for (const [name, { status, message }] of Object.entries(refusals)) {
    expect(status === 404).toBe(
      name.endsWith('-not-found') || ['report-not-kept', 'file-gone', 'no-such-call'].includes(name),
    );
    if (name.endsWith('-not-found'))
      expect(message).toMatch(/^\w+( log| key| report)? not found$|already ended$/);
  }
});

describe('specified texts', () => {
  test.each([
    ['bad-credentials', 401, 'Invalid email or password. Please check your credentials.'],
    ['too-many-logins', 429, 'Too many login attempts. Please try again later.'],
    ['admin-required', 403, 'Admin privileges required'],
    ['operator-required', 403, 'Operator privileges required'],
    ['super-admin-required', 403, 'Super Admin privileges required'],
    ['lead-not-found', 404, 'Lead not found'],
    ['user-not-found', 404, 'User not found'],
    ['offer-not-found', 404, 'Offer not found'],
    ['reason-required', 400, 'This field is required'],
  ] as const)('%s', (name, status, message) => expect(refusals[name]).toMatchObject({ status, message }));
});

test('every message is a sentence for users, without internal names', () => {
  for (const [name, { message }] of Object.entries(refusals)) {
    expect(message).toMatch(/^[A-Z]/);
    expect(message).not.toContain(name.includes('-') ? name : `'${name}'`);
  }
});

test('messages are spelled as the screens are', () => {
  const british = Object.values(refusals).filter(({ message }) => /organis|colour/i.test(message));
  expect(british).toEqual([]);
});
