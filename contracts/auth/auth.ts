import { absentOr } from '@crm/events/language/field-errors.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, instant, lenientEmail, nothing, requiredText } from '../fields.ts';
import { texts } from '../texts.ts';
import { SignedInUser } from '../users/user.ts';
import { confirmPassword, currentPassword, newPassword, notConfirmed, username } from '../users/users.ts';

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  body: z.strictObject({
    email: lenientEmail,
    password: z
      .string({ error: absentOr('Must be text') })
      .min(1, { error: texts.required })
      .max(1000, { error: texts.atMost(1000) }),
    rememberMe: z.boolean().optional(),
  }),
  data: z.object({ token: z.string(), user: SignedInUser }),
  ignoresIdempotencyKey: true,
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  data: nothing,
  ignoresIdempotencyKey: true,
});

/** Why the tenant of a signed-in user is blocked by its billing subscription. */
export const SubscriptionBlock = z.object({
  subscriptionStatus: z.string(),
  /** When the subscription ended; null if it did not: a super admin may block before the end. */
  endDate: instant.nullable(),
});
export type SubscriptionBlock = z.infer<typeof SubscriptionBlock>;

/** A super admin's view of the organisation as this user, read only. */
const OwnViewing = z.object({ _id: z.string(), viewerName: z.string(), expiresAt: instant });
export type OwnViewing = z.infer<typeof OwnViewing>;

/**
 * Also answered while the tenant is blocked: `block` is null otherwise. `viewing` is null in the user's own session.
 * `supportEmail` is the installation's address for questions; null without one.
 */
export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  data: z.object({
    user: SignedInUser,
    block: SubscriptionBlock.nullable(),
    viewing: OwnViewing.nullable(),
    supportEmail: z.string().nullable(),
  }),
});

/**
 * Password change, with the specified texts. The console's form and the server validate with the same schema.
 */
const NewPassword = z
  .strictObject({
    currentPassword,
    newPassword: z
      .string({ error: 'New password is required' })
      .min(1, { error: 'New password is required', abort: true })
      .min(8, { error: 'Password must be at least 8 characters' })
      .max(1000, { error: texts.atMost(1000) }),
    confirmPassword,
  })
  .refine((form) => form.newPassword === form.confirmPassword, notConfirmed);

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/change-password',
  body: NewPassword,
  data: nothing,
});

/** The token of a one-time link, and the password that it sets. */
const passwordByLink = {
  token: requiredText(1, 200),
  password: newPassword,
  confirmPassword,
};
const isConfirmed = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;

/** Creates the super admin; requires the token of the one-time link that the first start printed. */
export const setup = endpoint({
  method: 'POST',
  path: '/auth/setup',
  body: z
    .strictObject({ ...passwordByLink, fullName: requiredText(2, 100), email, username })
    .refine(isConfirmed, notConfirmed),
  data: nothing,
  statuses: [201],
  ignoresIdempotencyKey: true,
});

/**
 * Requests a mailed link to set a new password. The answer is the same whether or not an account has the email: only an
 * active one gets a mail.
 */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  body: z.strictObject({ email: lenientEmail }),
  data: nothing,
  ignoresIdempotencyKey: true,
});

/** Sets a new password with the token of the mailed link, and ends all sessions of the user. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  body: z.strictObject(passwordByLink).refine(isConfirmed, notConfirmed),
  data: nothing,
  ignoresIdempotencyKey: true,
});

/** Operators for the assignment filter: for admins and users with canSeeLeadsOfAllOperators. */
export const operatorsForFilter = endpoint({
  method: 'GET',
  path: '/auth/get-operators-for-filter',
  data: z.array(z.object({ _id: z.string(), fullName: z.string() })),
});
