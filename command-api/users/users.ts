import { createUser, deleteUser, updateUser } from '@crm/contracts/users/users.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { userCommand } from '../handle/aggregate-commands.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { accountLock } from './account-lock.ts';
import { handOverData, handOverOf, waitForHandOver } from './hand-over.ts';
import { isLastInRole } from './last-in-role.ts';
import { keepPassword, removePassword } from './passwords.ts';
import { waitForDirectory } from './wait-for-directory.ts';

const newUserId = (commandId: { id: string }) => UserId.parse(derivedId(commandId.id, 'user'));

/** Creates a user. Without a password, workers/users/invite.ts mails the user a link that sets it. */
export const create = userCommand({
  endpoint: createUser,
  policy: tenantAdmins,
  creates: true,
  plan: ({ body, commandId }) => {
    const { password, confirmPassword: _, permissions, ...details } = body;
    return {
      stream: userStream(newUserId(commandId)),
      isStreamOfCommand: true,
      command: {
        type: 'CreateUser',
        details: { ...details, phone: body.phone ?? null, ...permissions },
        ...(password === undefined && { invitation: { into: 'own-organization' } }),
      },
    };
  },
  // After the event: a crash in between leaves a user without a password; a retry of the command stores it.
  after: async ({ body, commandId }, position, { db, ...deps }) => {
    const refusal =
      body.password !== undefined && (await keepPassword(db, newUserId(commandId), body.password, position));
    if (refusal) return refusal;
    await waitForDirectory(deps, position);
    return undefined;
  },
  answer: ({ input: { body, commandId } }) => {
    const { username, email, fullName, role, password } = body;
    const user = { _id: newUserId(commandId), username, email, fullName, role };
    const message =
      password === undefined
        ? 'User created. A mail with a link to set a password is on its way.'
        : 'User created successfully';
    return { message, data: { user } };
  },
});

export const update = userCommand({
  endpoint: updateUser,
  policy: tenantAdmins,
  lock: accountLock,
  plan: async ({ params, body, caller }, deps) => {
    const id = UserId.parse(params.id);
    const {
      password,
      confirmPassword: _,
      permissions,
      leads: decision,
      operatorIds,
      revision,
      ...changes
    } = body;
    const between = { tenant: caller.tenant, leaving: id };
    const leads = await handOverOf(deps.lookups, between, { leads: decision, operatorIds });
    if (isRefused(leads)) return { stream: userStream(id), command: leads };
    const mayLeave = changes.role !== undefined || changes.isActive === false;
    const command: UserCommand = {
      type: 'EditUser',
      id,
      by: caller.id,
      changes: { ...changes, ...permissions },
      passwordChanged: password !== undefined,
      confirmed: null,
      lastInRole: mayLeave && (await isLastInRole(deps, id, { caller: caller.id, tenant: caller.tenant })),
      leads,
    };
    return { stream: userStream(id), seenRevision: revision, command };
  },
  after: async (input, position, { db, ...deps }, events) => {
    const { params, body, caller } = input;
    const refusal =
      body.password !== undefined && (await keepPassword(db, params.id, body.password, position));
    if (refusal) return refusal;
    await endSessionsOf(UserId.parse(params.id), caller, { events, position, db });
    if (body.email !== undefined) await waitForDirectory(deps, position);
    return waitForHandOver(deps.store, input.commandId, events);
  },
  answer: ({ input, events }) => ({
    message: 'User updated successfully',
    data: handOverData(input.commandId, events),
  }),
});

/** Deletes a user: releases the names, removes the password and revokes the sessions. */
export const remove = userCommand({
  endpoint: deleteUser,
  policy: tenantAdmins,
  lock: accountLock,
  plan: async ({ params, query, caller }, deps) => {
    const id = UserId.parse(params.id);
    const leads = await handOverOf(deps.lookups, { tenant: caller.tenant, leaving: id }, query);
    if (isRefused(leads)) return { stream: userStream(id), command: leads };
    const lastInRole = await isLastInRole(deps, id, { caller: caller.id, tenant: caller.tenant });
    return { stream: userStream(id), command: { type: 'DeleteUser', id, by: caller.id, lastInRole, leads } };
  },
  after: async (input, position, { db, store }, events) => {
    const { params, caller } = input;
    await removePassword(db, params.id);
    await endSessionsOf(UserId.parse(params.id), caller, { events, position, db });
    return waitForHandOver(store, input.commandId, events);
  },
  answer: ({ input, events }) => ({
    message: 'User deleted successfully',
    data: handOverData(input.commandId, events),
  }),
});
