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
import { isRefused } from '@crm/platform/http/result.ts';
import { type AnyJob, job, schedule } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { RetryLater } from '@crm/platform/runner/failure.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { removeRows } from './remove-rows.ts';

const Due = z.object({ tenant: TenantId, keptUntil: z.iso.datetime() });

const ERASE = { name: 'erase-tenant', payload: Due, attempts: 20 };

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

/**
 * Ends the retention period of a tenant that is still deleted: deletes its users, which frees their emails, records the
 * event, destroys the keys of its leads' personal data, and removes the rows. Each step changes nothing when it was done already.
 */
export const eraseTenant = (access: Pick<Access, 'changeTenant'>): AnyJob =>
  job({
    ...ERASE,
    async run({ tenant, keptUntil }, { store, forgetLookup, pools, log }) {
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
      await pools.auth.query(
        'insert into erased_tenants (tenant) values ($1) on conflict (tenant) do nothing',
        [tenant],
      );
      await deleteUsers(deps, pools.auth, tenant);
      await destroyKeysOf(pools.background, tenant);
      const rows = await removeRows(pools.background, tenant);
      log.info({ tenant, rows }, 'The rows of a deleted tenant were removed');
    },
  });

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

/** How long after an erasure a rebuild that began before it may still add rows. */
const SWEPT_DAYS = 2;

/** Removes rows that a consumer added while it lagged behind an erasure. */
export const sweepErasedTenants = schedule({
  name: 'sweep-erased-tenants',
  cron: '37 * * * *',
  catchUpMs: 0, // the next run removes the same rows
  async run({ pools }) {
    const { rows } = await pools.background.query<{ tenant: string }>(
      `/* every tenant: sweeping */ select tenant from erased_tenants
        where erased_at > now() - make_interval(days => $1)`,
      [SWEPT_DAYS],
    );
    for (const { tenant } of rows) await removeRows(pools.background, TenantId.parse(tenant));
  },
});
