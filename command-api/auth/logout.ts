import { logout as logoutCall } from '@crm/contracts/auth/auth.ts';
import { actorOf } from '@crm/platform/commands/envelope.ts';
import { APPEND_AFTER_MS, APPEND_NEW_STREAM, appendNewStream } from '@crm/platform/commands/new-stream.ts';
import { accountHolders } from '@crm/platform/http/policy.ts';
import { route } from '@crm/platform/http/route.ts';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import { revokeSession } from '../sessions/sessions.ts';
import { newStreamOf } from './record.ts';

/**
 * Signs out. The exclusive lock waits for running appends of the user; later commands of the session are refused. The
 * gateway closes the session's sockets. The session is revoked first, because the console forgets its token whatever the answer;
 * a job records the sign-out if this process is killed before it does.
 */
export const logout: CommandDeclaration = ({ store, access }) =>
  route(logoutCall, accountHolders, async ({ caller, origin, token }) => {
    const event = { type: 'SignedOut' as const, data: { userId: caller.id } };
    const signOut = newStreamOf(event, { tenant: caller.tenant, actor: actorOf(caller), origin });
    if (token)
      await access.withAccount(caller, 'exclusive', async (db) => {
        await revokeSession(db, token);
        const runAt = new Date(Date.now() + APPEND_AFTER_MS);
        await enqueue(db, APPEND_NEW_STREAM, signOut, { key: signOut.stream, runAt });
      });
    const position = await appendNewStream(store, signOut);
    return { kind: 'done', message: 'Signed out', data: {}, position };
  });
