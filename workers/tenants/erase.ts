import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { tenantStream, userStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { users } from '@crm/events/users/aggregate.ts';
import type { Access } from '@crm/platform/access/access.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import { destroyKeysOf } from '@crm/platform/event-store/sealed/keys.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import { type AnyJob, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { isAnyBehind } from '@crm/platform/runner/behind.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { removeRows } from './remove-rows.ts';

const Due = z.object({
  tenant: TenantId,
  keptUntil: z.iso.datetime(),
  /** For a repeated removal: the head of the event store at the first one. */
  erasedAt: z.string().optional(),
});

/** It lasts for minutes or hours: two at a time would leave one slot for the long jobs of all other tenants. */
const ERASE = { name: 'erase-tenant', payload: Due, attempts: 20, oneAtATime: true } as const;

/** Schedules the removal of a deleted tenant's rows for the end of its retention period. */
export const scheduleErasure = reaction({
  name: 'tenant-erasure',
  events: ['TenantDeleted'],
  handle: ({ data, meta: { tenant } }, { enqueue }) => {
    const { keptUntil = null } = Deleted.parse(data);
    // A later deletion replaces the job of an earlier one that was followed by a restoration.
    if (keptUntil !== null)
      enqueue(ERASE, { tenant, keptUntil }, { key: tenant, runAt: new Date(keptUntil) });
  },
});
// Version 1 has no end of a retention period.
const Deleted = z.object({ keptUntil: z.string().nullable().optional() });

/** The pause until rows are looked for that a consumer, job or batch has added since. */
const AGAIN_MS = 60 * 60 * 1000;

/** The longest time in which rows are looked for: the remains of a killed rebuild are behind until the next one. */
const LOOKED_FOR_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Ends the retention period of a tenant that is still deleted: deletes its users, which frees their emails, records the
 * event, destroys the keys of its leads' personal data, and removes the rows. Each step changes nothing when it was done already.
 * It runs again after an hour, and then as long as a consumer or rebuild is behind the erasure and may add rows.
 */
export const eraseTenant = (access: Pick<Access, 'changeTenant'>): AnyJob =>
  job({
    ...ERASE,
    slots: 'long',
    async run({ tenant, keptUntil, erasedAt }, { store, forgetLookup, pools, log, signal, cause }) {
      const deps = { store, forgetLookup };
      // The queue counts by the clock of Postgres, which may be ahead of this one.
      const now = new Date(Math.max(Date.now(), Date.parse(keptUntil)));
      // First the decision, under the tenant's lock: a restoration is either before it, or refused after it.
      const done = await access.changeTenant(null, tenant, ({ guard }) =>
        execute(deps, {
          ...system(tenant, 'erase'),
          aggregate: tenants,
          stream: tenantStream(tenant),
          command: { type: 'EraseTenant', now },
          guard,
        }),
      );
      // 'tenant-not-found' after an earlier run of this job.
      if (isRefused(done) && done.refusal !== 'tenant-not-found')
        throw new RetryLater(`An erasure was refused: ${done.refusal}`);
      const { phase } = await readTenantState(store, tenant);
      const isErased = phase === 'deleted' && (isRefused(done) || done.events.length > 0);
      if (!isErased) return;
      const isRecent = await markErased(pools.auth, tenant);
      await deleteUsers(deps, pools.auth, tenant);
      await destroyKeysOf(pools.background, tenant, signal);
      const mayGrow = erasedAt === undefined || (isRecent && (await isAnyBehind(pools.background, erasedAt)));
      const rows = await removeRows(pools.background, tenant, { signal });
      log.info({ tenant, rows }, 'The rows of a deleted tenant were removed');
      if (!mayGrow) return;
      const again = { tenant, keptUntil, erasedAt: erasedAt ?? (await store.head()) };
      const runAt = new Date(Date.now() + AGAIN_MS);
      await enqueue(pools.jobs, ERASE, again, { key: tenant, runAt, cause });
    },
  });

/**
 * Marks a tenant as erased: read models that apply its events from now on leave them out.
 * @returns whether it was marked within LOOKED_FOR_MS
 */
async function markErased(pool: Pool, tenant: TenantId): Promise<boolean> {
  const { rows } = await pool.query<{ isRecent: boolean }>(
    `insert into erased_tenants as e (tenant) values ($1) on conflict (tenant) do update set tenant = excluded.tenant
     returning e.erased_at > now() - make_interval(secs => $2) as "isRecent"`,
    [tenant, LOOKED_FOR_MS / 1000],
  );
  return rows[0]?.isRecent === true;
}

/** Index user_directory_tenant. */
async function deleteUsers(deps: CommandDependencies, pool: Pool, tenant: TenantId): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from user_directory where tenant = $1', [
    tenant,
  ]);
  for (const { id } of rows) {
    const user = UserId.parse(id);
    const done = await execute(deps, {
      ...system(tenant, `delete ${id}`),
      aggregate: users,
      stream: userStream(user),
      command: { type: 'DeleteUser', id: user, by: null, lastInRole: false },
    });
    if (isRefused(done) && done.refusal !== 'user-not-found')
      throw new RetryLater(`A user was not deleted: ${done.refusal}`);
    await pool.query('delete from passwords where user_id = $1', [id]);
  }
}

const system = (tenant: TenantId, step: string) => ({
  tenant,
  ...bySystem('end of retention'),
  commandId: keyedCommandId(derivedId(tenant, step)),
  creates: false,
});
