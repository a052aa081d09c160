import { setup as setupCall } from '@crm/contracts/auth/auth.ts';
import type { Received } from '@crm/contracts/endpoint.ts';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { UserCommand } from '@crm/events/users/decide.ts';
import { newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { RequestOrigin } from '@crm/platform/http/caller.ts';
import { anyone } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';
import { hashPassword, storePassword } from '../users/passwords.ts';
import { waitForDirectory } from '../users/wait-for-directory.ts';
import { firstSuperAdmin, holdSetupLink, useUpSetupLinks } from './setup-link.ts';

/**
 * Creates the super admin for the holder of a link that a start printed. One transaction stores the password and ends
 * all links, and stays open while the event is appended: of two concurrent calls, the second finds the link used.
 * When a call is cut off after the event, the link stays valid, and the next call takes over the user.
 */
export const setup: CommandDeclaration = (deps) =>
  route(setupCall, anyone, ({ body, origin }) =>
    inTransaction(deps.pool, async (db) => {
      const now = new Date();
      const link = await holdSetupLink(db, body.token, now);
      if (link !== 'good') return refused(`setup-link-${link}`);

      const hashed = await hashPassword(body.password);
      const done = await createOrTakeOver(deps, body, origin);
      if (done.kind === 'refused') return done;
      await storePassword(db, firstSuperAdmin, hashed, done.position);
      await useUpSetupLinks(db, now);
      await waitForDirectory(deps, done.position);
      return {
        kind: 'done',
        status: 201,
        message: 'Super admin created. Please sign in.',
        data: {},
        position: done.position,
      };
    }),
  );

type Form = Received<typeof setupCall, 'body'>;

async function createOrTakeOver(deps: Deps, { fullName, email, username }: Form, origin: RequestOrigin) {
  const own = { fullName, email, username };
  const perform = (command: UserCommand) =>
    execute(deps, {
      aggregate: users,
      stream: userStream(firstSuperAdmin),
      tenant: PLATFORM_TENANT,
      command,
      actor: { kind: 'system', name: 'setup' },
      origin,
      commandId: newCommandId(),
      creates: command.type === 'CreateUser',
    });
  const created = await perform({
    type: 'CreateUser',
    details: {
      ...own,
      phone: null,
      role: 'super_admin',
      department: null,
      notes: null,
      isActive: true,
      canSeeLeadsOfAllOperators: false,
    },
  });
  if (created.kind === 'executed' || created.refusal !== 'user-exists') return created;
  return perform({
    type: 'EditUser',
    id: firstSuperAdmin,
    by: firstSuperAdmin,
    changes: own,
    passwordChanged: true,
    // The setup link is the confirmation.
    confirmed: true,
    lastInRole: false,
  });
}
