import { logout as logoutCall } from '@crm/contracts/auth/auth.ts';
import { actorOf } from '@crm/platform/commands/envelope.ts';
import { route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { revokeSession } from '../sessions/sessions.ts';
import { record } from './record.ts';

/** Sign out: the token is worth nothing from here on, and its sockets are closed. */
export const logout: CommandDeclaration = ({ store, pool }) =>
  route(logoutCall, 'signed-in', async ({ caller, origin, token }) => {
    if (token) await revokeSession(pool, token);
    const signedOut = { type: 'SignedOut' as const, data: { userId: caller.id } };
    const position = await record(store, signedOut, {
      tenant: caller.tenant,
      actor: actorOf(caller),
      origin,
    });
    return { kind: 'done', message: 'Signed out', data: {}, position };
  });
