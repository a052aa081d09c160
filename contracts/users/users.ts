import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  EMAIL,
  email,
  flag,
  instant,
  nothing,
  optional,
  optionalPhone,
  optionalText,
  pageQuery,
  phoneNumber,
  requiredText,
  searchText,
  seenRevision,
} from '../fields.ts';
import { texts } from '../texts.ts';
import { HandOverStarted, handOverFields, hasReceivers, withoutReceivers } from './hand-over.ts';
import { Role, User } from './user.ts';

const noSpaceOrAt = [/^[^\s@]+$/, { error: 'Cannot contain spaces or @' }] as const;
export const username = requiredText(3, 50).regex(...noSpaceOrAt);

export const newPassword = z
  .string({ error: texts.required })
  .min(1, { error: texts.required, abort: true })
  .min(8, { error: texts.atLeast(8) })
  .max(1000, { error: texts.atMost(1000) });

/** The password of the signed-in user, which confirms a change of the account. */
export const currentPassword = z
  .string({ error: 'Current password is required' })
  .min(1, { error: 'Current password is required' })
  .max(1000, { error: texts.atMost(1000) });

const passwordsDiffer = 'Passwords do not match';
/** The password once more; forms check that both are equal. */
export const confirmPassword = z.string({ error: passwordsDiffer });
export const notConfirmed = { error: passwordsDiffer, path: ['confirmPassword'] };

/** The roles that an admin can assign; super admin is not among them. */
const tenantRole = Role.extract(['admin', 'operator'], { error: 'Must be admin or operator' });

const permissions = z.strictObject({ canSeeLeadsOfAllOperators: flag });

/** The user form's fields, without defaults: in an edit, a missing field stays unchanged. */
const userFields = z.strictObject({
  username,
  fullName: requiredText(2, 100),
  email,
  phone: optionalPhone,
  role: tenantRole,
  isActive: flag,
  permissions,
  department: optionalText(100),
  notes: optionalText(2000),
  password: newPassword,
  confirmPassword: confirmPassword.optional(),
});

/** Blank in a form. */
const optionalPassword = z.preprocess((value) => (value === '' ? undefined : value), newPassword.optional());

const UserForm = userFields.extend({
  role: tenantRole.default('operator'),
  isActive: flag.default(true),
  permissions: permissions.default({ canSeeLeadsOfAllOperators: false }),
  /** Blank: a mail with a link to set it is sent to the user, who has to be active. */
  password: optionalPassword,
});

const samePasswords = (form: { password?: string | undefined; confirmPassword?: string | undefined }) =>
  form.confirmPassword === undefined || form.confirmPassword === (form.password ?? '');
/** Only an active user gets the mail with the link. */
const maySignIn = ({ password, isActive }: { password?: string | undefined; isActive: boolean }) =>
  password !== undefined || isActive;
const noMail = {
  error: 'Enter a password, or make the user active: an inactive user gets no mail with a link to set it',
  path: ['password'],
};

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  body: UserForm.partial({ phone: true }).refine(samePasswords, notConfirmed).refine(maySignIn, noMail),
  data: z.object({ user: User.pick({ _id: true, username: true, email: true, fullName: true, role: true }) }),
  statuses: [201],
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  params: byId,
  body: userFields
    .partial()
    .extend({
      /** Blank keeps the current one. */
      password: optionalPassword,
      ...handOverFields,
      revision: seenRevision,
    })
    .refine(samePasswords, notConfirmed)
    .refine(hasReceivers, withoutReceivers)
    .refine(({ leads, isActive, role }) => leads === undefined || isActive === false || role === 'admin', {
      error: 'Leads are handed over only when the operator is deactivated or becomes an admin',
      path: ['leads'],
    }),
  data: HandOverStarted,
});

/** The user's own profile, with its own texts. */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/:id/profile',
  params: byId,
  body: z.strictObject({
    username: z
      .string({ error: 'Username is required' })
      .trim()
      .min(1, { error: 'Username is required', abort: true })
      .min(3, { error: 'Username must be at least 3 characters long' })
      .max(50, { error: 'Username cannot exceed 50 characters' })
      .regex(...noSpaceOrAt)
      .optional(),
    fullName: z
      .string({ error: 'Full name is required' })
      .trim()
      .min(1, { error: 'Full name is required' })
      .max(100, { error: 'Full name cannot exceed 100 characters' }),
    email: z
      .string({ error: 'Email is required' })
      .trim()
      .min(1, { error: 'Email is required', abort: true })
      .max(254, { error: texts.atMost(254) })
      .pipe(z.email({ error: 'Email is invalid', pattern: EMAIL })),
    phone: optional(phoneNumber('Phone number is invalid')),
    /** Required when the email differs from the account's. */
    currentPassword: currentPassword.optional(),
  }),
  data: nothing,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  params: byId,
  query: z.strictObject(handOverFields).refine(hasReceivers, withoutReceivers),
  data: HandOverStarted,
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    role: Role.optional(),
    isActive: flag.optional(),
  }),
  data: z.array(User),
  paged: true,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  params: byId,
  data: z.object({ user: User }),
});

export const userStats = endpoint({
  method: 'GET',
  path: '/users/:id/stats',
  params: byId,
  data: z.object({
    assignedLeads: z.int(),
    /** Leads assigned to them that are no longer processing. */
    totalLeadsProcessed: z.int(),
    approvedLeads: z.int(),
    /** Percentage of the processed leads that are approved, to one decimal. */
    approvalRate: z.number(),
    loginSessions: z.int(),
    lastLogin: instant.nullable(),
  }),
});

/** Active operators of the tenant, for the assign dialogs. */
export const listOperators = endpoint({
  method: 'GET',
  path: '/admin/operators',
  data: z.array(z.object({ _id: z.string(), fullName: z.string(), username: z.string(), email: z.string() })),
});
