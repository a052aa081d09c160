import { createUser, deleteUser, updateProfile, updateUser } from '@crm/contracts/users/users.ts';
import { derivedId, type TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { reservedNames, type UserCommand } from '@crm/events/users/decide.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Facts } from '../handle/facts.ts';
import { userCommand } from '../handle/on.ts';
import { revokeSessionsOf } from '../sessions/sessions.ts';
import { hashPassword, storePassword } from './passwords.ts';

const newUserId = (commandId: { id: string }) => UserId.parse(derivedId(commandId.id, 'user'));

export const create = userCommand({
  endpoint: createUser,
  policy: 'tenant-admin',
  creates: true,
  plan: ({ body, commandId }) => {
    const { password: _, confirmPassword: __, permissions, ...details } = body;
    const names = reservedNames(body);
    return {
      stream: userStream(newUserId(commandId)),
      reserve: [names.email, names.username],
      command: { type: 'CreateUser', details: { ...details, phone: body.phone ?? null, ...permissions } },
    };
  },
  // After the event: a crash between the two leaves a user without a password, whom the same command sent again completes.
  after: async ({ body, commandId }, _, { pool }) => {
    await storePassword(pool, newUserId(commandId), await hashPassword(body.password));
  },
  answer: ({ input: { body, commandId } }) => {
    const { username, email, fullName, role } = body;
    const user = { _id: newUserId(commandId), username, email, fullName, role };
    return { message: 'User created successfully', data: { user } };
  },
});

export const update = userCommand({
  endpoint: updateUser,
  policy: 'tenant-admin',
  plan: async ({ params, body, caller }, { facts }) => {
    const id = UserId.parse(params.id);
    const { password, confirmPassword: _, permissions, ...changes } = body;
    const command: UserCommand = {
      type: 'EditUser',
      id,
      by: caller.id,
      changes: { ...changes, ...permissions },
      passwordChanged: password !== undefined,
    };
    return { stream: userStream(id), command, ...(await renamed(facts, caller.tenant, id, body)) };
  },
  after: async ({ params, body, token }, _, { pool }) => {
    if (body.password !== undefined) await storePassword(pool, params.id, await hashPassword(body.password));
    if (body.password !== undefined || body.isActive === false)
      await revokeSessionsOf(pool, params.id, token);
  },
  answer: () => ({ message: 'User updated successfully', data: {} }),
});

/** A person's own profile; another's is not theirs to change. */
export const profile = userCommand({
  endpoint: updateProfile,
  policy: 'signed-in',
  plan: async ({ params, body, caller }, { facts }) => {
    const id = UserId.parse(params.id);
    if (id !== caller.id) return refused('user-not-found');
    const command: UserCommand = {
      type: 'EditUser',
      id,
      by: caller.id,
      changes: body,
      passwordChanged: false,
    };
    return { stream: userStream(id), command, ...(await renamed(facts, caller.tenant, id, body)) };
  },
  answer: () => ({ message: 'Profile updated successfully', data: {} }),
});

/** The name goes back into the pool; the sessions end at once. */
export const remove = userCommand({
  endpoint: deleteUser,
  policy: 'tenant-admin',
  plan: async ({ params, caller }, { facts }) => {
    const id = UserId.parse(params.id);
    const user = await freshUser(facts, id);
    const names = user?.tenant === caller.tenant ? reservedNames(user) : null;
    const command: UserCommand = { type: 'DeleteUser', id, by: caller.id };
    return { stream: userStream(id), command, ...(names && { release: [names.email, names.username] }) };
  },
  after: async ({ params }, _, { pool }) => revokeSessionsOf(pool, params.id),
  answer: () => ({ message: 'User deleted successfully', data: {} }),
});

/** A new email is reserved and the old one given back in the same append. */
async function renamed(facts: Facts, tenant: TenantId, id: UserId, body: { email?: string | undefined }) {
  const user = body.email === undefined ? null : await freshUser(facts, id);
  if (!user || body.email === undefined || user.tenant !== tenant) return {};
  const before = reservedNames(user).email;
  const after = reservedNames({ ...user, email: body.email }).email;
  return before === after ? {} : { reserve: [after], release: [before] };
}

/** Names are given back as they stand now, not as they stood a second ago in another process. */
function freshUser(facts: Facts, id: UserId) {
  facts.forget(userStream(id));
  return facts.user(id);
}
