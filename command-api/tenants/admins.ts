import { createAdmin, deleteAdmin, toggleAdminStatus, updateAdmin } from '@crm/contracts/tenants/tenants.ts';
import { derivedId, tenantCreation } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { tenantStream, userStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { actorOf, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import { tenantCommand, userCommand } from '../handle/aggregate-commands.ts';
import type { Deps } from '../handle/deps.ts';
import { waitForDirectory } from '../users/wait-for-directory.ts';
import { deletion, keptUntilOf, onTenant } from './lifecycle.ts';

type AdminInput = { params: { id: string } };

/** The organisation of an admin. Refuses other users, and super admins, with 'user-not-found'. */
async function tenantOfAdmin({ params }: AdminInput, { store }: Pick<Deps, 'store'>) {
  const account = await readAccount(store, UserId.parse(params.id));
  return account?.role === 'admin' ? account.tenant : refused('user-not-found');
}

const createdUser = (commandId: { id: string }) => UserId.parse(derivedId(commandId.id, 'user'));
const createdTenant = (commandId: { id: string }) => TenantId.parse(derivedId(commandId.id, 'tenant'));

/**
 * Creates an organisation with its first admin. The admin's account is first, because only that step may be refused: the
 * email may be taken. workers/tenants/invite.ts mails the link that sets the password, and creates the organisation when
 * this process was killed between the two.
 */
export const create = userCommand({
  endpoint: createAdmin,
  policy: superAdmins,
  creates: true,
  plan: ({ body, commandId }) => {
    const { organizationName, timeZone = null, phone = null, ...person } = body;
    return {
      stream: userStream(createdUser(commandId)),
      isStreamOfCommand: true,
      tenant: createdTenant(commandId),
      command: {
        type: 'CreateUser',
        details: {
          ...person,
          phone,
          role: 'admin',
          department: null,
          notes: null,
          isActive: true,
          canSeeLeadsOfAllOperators: false,
        },
        invitation: { into: 'new-organization', organizationName, timeZone },
      },
    };
  },
  after: async ({ body, caller, origin, guard, commandId }, position, deps) => {
    await waitForDirectory(deps, position);
    const tenant = createdTenant(commandId);
    const { organizationName, timeZone } = body;
    const created = await execute(deps, {
      aggregate: tenants,
      stream: tenantStream(tenant),
      tenant,
      command: { type: 'CreateTenant', organizationName, ...(timeZone !== undefined && { timeZone }) },
      actor: actorOf(caller),
      origin,
      guard,
      commandId: keyedCommandId(tenantCreation(tenant)),
      creates: true,
    });
    // If this fails, workers/tenants/invite.ts does it.
    return isRefused(created) ? position : created.position;
  },
  answer: ({ input: { body, commandId } }) => {
    const { organizationName, fullName, email, username } = body;
    return {
      message: 'Organization created. Its admin gets a mail with a link to set a password.',
      data: {
        tenant: { _id: createdTenant(commandId), organizationName },
        user: { _id: createdUser(commandId), fullName, email, username },
      },
    };
  },
});

/** Edits an admin of an organisation. Refuses with 'user-not-found' and 'email-taken'. */
export const update = userCommand({
  endpoint: updateAdmin,
  policy: superAdmins,
  lock: {
    of: 'account',
    find: async (input, deps) => {
      const tenant = await tenantOfAdmin(input, deps);
      return isRefused(tenant) ? tenant : { user: UserId.parse(input.params.id), tenant };
    },
  },
  plan: async (input, deps) => {
    const tenant = await tenantOfAdmin(input, deps);
    if (isRefused(tenant)) return tenant;
    const id = UserId.parse(input.params.id);
    const { revision, ...changes } = input.body;
    return {
      stream: userStream(id),
      tenant,
      seenRevision: revision,
      command: {
        type: 'EditUser',
        id,
        by: input.caller.id,
        changes,
        passwordChanged: false,
        confirmed: null,
        lastInRole: false,
      },
    };
  },
  after: async ({ body }, position, deps) => {
    if (body.email !== undefined) await waitForDirectory(deps, position);
    return undefined;
  },
  answer: () => ({ message: 'Admin updated successfully', data: {} }),
});

/** Suspends or reactivates the organisation of an admin. Refuses a suspension without a reason. */
export const toggleStatus = tenantCommand({
  endpoint: toggleAdminStatus,
  policy: superAdmins,
  lock: { of: 'tenant', find: tenantOfAdmin },
  plan: async (input, deps) => {
    const tenant = await tenantOfAdmin(input, deps);
    if (isRefused(tenant)) return tenant;
    const { reason, revision: seenRevision } = input.body;
    // Under the tenant's lock, so this is still its phase when the event is appended.
    const { phase } = await loadState(deps.store, tenants, tenantStream(tenant));
    if (phase === 'suspended') return { ...onTenant(tenant, { type: 'ReactivateTenant' }), seenRevision };
    return {
      ...onTenant(tenant, { type: 'SuspendTenant', reason: reason ?? '' }),
      seenRevision,
      // A repeat is answered from its own event.
      allowed: async () => (reason === null ? refused('reason-required') : null),
    };
  },
  answer: ({ events }) => {
    const status = events.some(({ type }) => type === 'TenantSuspended')
      ? ('suspended' as const)
      : ('active' as const);
    const message = status === 'suspended' ? 'Organization suspended' : 'Organization reactivated';
    return { message, data: { status } };
  },
});

/** Deletes the organisation of an admin. */
export const remove = (retentionDays: number) =>
  tenantCommand({
    endpoint: deleteAdmin,
    policy: superAdmins,
    lock: { of: 'tenant', find: tenantOfAdmin },
    plan: async (input, deps) => {
      const tenant = await tenantOfAdmin(input, deps);
      if (isRefused(tenant)) return tenant;
      return onTenant(tenant, deletion(input.query.reason, input.now, retentionDays));
    },
    answer: ({ events }) => ({ message: 'Organization deleted', data: { keptUntil: keptUntilOf(events) } }),
  });
