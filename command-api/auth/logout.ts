import { logout as logoutCall } from '@crm/contracts/auth/auth.ts';
import { actorOf } from '@crm/platform/commands/envelope.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { revokeSession } from '../sessions/sessions.ts';
import { record } from './record.ts';

/**
 * Signs out. The exclusive lock waits for running appends of the user; later commands of the session are refused. The
 * gateway closes the session's sockets.
 */
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
