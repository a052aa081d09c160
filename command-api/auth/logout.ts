import { logout as logoutCall } from '@crm/contracts/auth/auth.ts';
import { actorOf } from '@crm/platform/commands/envelope.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { revokeSession } from '../sessions/sessions.ts';
import { record } from './record.ts';

/** Sign out: commands of the session that are under way end first, and none comes after. Its sockets are closed. */
export const logout: CommandDeclaration = ({ store, access }) =>
  route(logoutCall, accountHolders, async ({ caller, origin, token }) => {
    if (token) await access.withAccount(caller, 'exclusive', (db) => revokeSession(db, token));
    const signedOut = { type: 'SignedOut' as const, data: { userId: caller.id } };
    const position = await record(store, signedOut, {
      tenant: caller.tenant,
      actor: actorOf(caller),
      origin,
    });
    return { kind: 'done', message: 'Signed out', data: {}, position };
  });
