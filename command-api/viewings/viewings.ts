import { randomBytes } from 'node:crypto';
import { endViewing, startViewing } from '@crm/contracts/viewings/viewings.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { viewingStream } from '@crm/events/streams.ts';
import { viewings } from '@crm/events/viewings/aggregate.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { actorOf, derivedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import { route } from '@crm/platform/http/route.ts';
import type { Pool } from 'pg';
import { v4 } from 'uuid';
import { viewingCommand } from '../handle/aggregate-commands.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';

const VALID_MS = 30 * 60 * 1000;

/**
 * Starts a viewing. Like a sign-in it issues a secret, so a repeated call is another viewing. Refuses with
 * 'tenant-not-found', and with 'user-not-found' without an active admin.
 */
export const start: CommandDeclaration = (deps) =>
  route(startViewing, superAdmins, async ({ params, caller, origin, guard }) => {
    const tenant = TenantId.parse(params.id);
    if ((await readTenantState(deps.store, tenant)).phase === 'deleted') return refused('tenant-not-found');
    const admin = await adminOf(deps, tenant);
    if (!admin) return refused('user-not-found');
    const id = v4();
    const expiresAt = new Date(Date.now() + VALID_MS);
    const started = await execute(deps, {
      aggregate: viewings,
      stream: viewingStream(id),
      tenant,
      command: {
        type: 'StartViewing',
        viewer: caller.id,
        admin: admin.id,
        adminName: admin.name,
        expiresAt: expiresAt.toISOString(),
      },
      actor: actorOf(caller),
      origin,
      guard,
      commandId: derivedCommandId(id),
      creates: true,
    });
    if (isRefused(started)) return started;
    // After the event, so that no viewing is without one.
    const token = randomBytes(32).toString('base64url');
    await deps.pool.query(
      `insert into viewings (token_hash, id, tenant, user_id, viewer, session_hash, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tokenHash(token), id, tenant, admin.id, caller.id, Buffer.from(caller.sessionId, 'hex'), expiresAt],
    );
    return {
      kind: 'done',
      position: started.position,
      data: { _id: id, token, expiresAt: expiresAt.toISOString() },
    };
  });

/** The first active admin of a tenant, by index user_directory_tenant; checked in the stream. */
async function adminOf({ pool, store }: Pick<Deps, 'pool' | 'store'>, tenant: TenantId) {
  const { rows } = await pool.query<{ id: string }>(
    `select id from user_directory where tenant = $1 and role = 'admin' and is_active order by changed_at, id limit 5`,
    [tenant],
  );
  for (const row of rows) {
    const id = UserId.parse(row.id);
    const account = await readAccount(store, id);
    if (account?.isActive && account.role === 'admin' && account.tenant === tenant)
      return { id, name: account.name };
  }
  return null;
}

/** Ends a viewing at once. Refuses those of other super admins with 'viewing-not-found'. */
export const end = viewingCommand({
  endpoint: endViewing,
  policy: superAdmins,
  plan: async ({ params, caller }, { pool }) => {
    const tenant = await viewedTenant(pool, params.id);
    if (tenant === null) return refused('viewing-not-found');
    return {
      stream: viewingStream(params.id),
      tenant,
      command: { type: 'EndViewing', by: caller.id, reason: 'stopped' },
    };
  },
  after: async ({ params, caller }, _position, { db }) => {
    await db.query(
      `/* every tenant: the viewer may end it */
       update viewings set ended_at = now() where id = $1 and viewer = $2 and ended_at is null`,
      [params.id, caller.id],
    );
    return undefined;
  },
  answer: () => ({ message: 'Viewing ended', data: {} }),
});

async function viewedTenant(pool: Pool, id: string): Promise<TenantId | null> {
  const { rows } = await pool.query<{ tenant: TenantId }>(
    '/* every tenant: a super admin views them */ select tenant from viewings where id = $1',
    [id],
  );
  return rows[0]?.tenant ?? null;
}
