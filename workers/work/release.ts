import type { Refusal } from '@crm/contracts/refusals.ts';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { LEASE_MINUTES, WORK_QUEUE } from '@crm/events/leads/lease.ts';
import { idOf, leadStream } from '@crm/events/streams.ts';
import { NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import type { Cause } from '@crm/platform/jobs/cause.ts';
import { job, schedule } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { missingReadModels } from '@crm/platform/runner/await-live.ts';
import { awaitPosition } from '@crm/platform/runner/await-position.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

/** A lead that an operator has taken. */
type Taken = { id: string; tenant: string; taken_by: string };
type Reason = 'break' | 'signed-out' | 'expired';

/** The leads of an operator who signs out or starts a break are released. */
export const releaseLeads = reaction({
  name: 'work-releases',
  events: ['SignedOut', 'BreakStarted'],
  handle: (event, { enqueue }) => {
    // Leases from before this time have expired: the beginning of history adds no jobs.
    if (event.at.getTime() < Date.now() - LEASE_MINUTES * 60_000) return;
    const signedOut = SignedOut.safeParse(event.data).data;
    const operator = signedOut?.userId ?? idOf(event.stream);
    const reason = signedOut ? ('signed-out' as const) : ('break' as const);
    const { position, at, meta } = event;
    const payload = {
      tenant: meta.tenant,
      operator,
      reason,
      position,
      at: at.toISOString(),
    };
    enqueue(releaseOwn, payload, { key: operator });
  },
});
const SignedOut = z.object({ userId: z.string() });

/** Releases the leads that an operator had taken by the time of a sign-out or break; later ones stay. */
export const releaseOwn = job({
  name: 'release-own-leads',
  payload: z.object({
    tenant: z.string(),
    operator: z.string(),
    reason: z.enum(['break', 'signed-out']),
    position: z.string(),
    at: z.iso.datetime(),
  }),
  attempts: 10,
  async run({ tenant, operator, reason, position, at }, { pools, store, cause }) {
    const pool = pools.background;
    await awaitPosition({ pool, store }, ['work'], position);
    // Index work_leads_taken: as many rows as there are taken leads.
    const { rows } = await pool.query<Taken>(
      `select id, tenant, taken_by from work_leads
        where tenant = $1 and operator_id = $2 and taken_by = $2 and taken_until is not null and taken_at <= $3`,
      [tenant, operator, at],
    );
    const failed = new Set<Refusal>();
    for (const taken of rows) await releaseOne(store, taken, { reason, now: new Date(), cause }, failed);
    throwFailed(failed);
  },
});

/** Leases read at once. */
const PAGE = 1_000;

/** Releases the leads whose lease has ended. Index work_leads_taken. */
export const releaseExpired = schedule({
  name: 'release-expired-leads',
  cron: '* * * * *',
  catchUpMs: 0, // the next run releases the same leads
  async run({ pools, store, signal }) {
    // The read model may be built for the first time: the run after that releases these leads.
    const missing = await missingReadModels(pools.background, ['work', 'tenants']);
    if (missing.length === 0) await releaseEnded({ pool: pools.background, store, signal });
  },
});

type Expiry = { pool: Pool; store: EventStore; by?: Date; signal?: AbortSignal };

/**
 * Releases the leads of all tenants whose lease has ended by a time. Those of an import that is not complete are left as
 * they are.
 */
export async function releaseEnded({ pool, store, by = new Date(), signal }: Expiry): Promise<void> {
  const failed = new Set<Refusal>();
  const page = async (after: Ended | undefined) => {
    // Behind the rows before it, also those that stay: else leads that cannot be released would fill every page.
    const { rows } = await pool.query<Ended>(
      `/* every tenant: expiry */ select w.id, w.tenant, w.taken_by, w.taken_until
         from work_leads w join tenants t on t.id = w.tenant
        where w.taken_until <= $2 and t.imported_at is not null
          and ($3::timestamptz is null or (w.taken_until, w.id) > ($3, $4::uuid))
        order by w.taken_until, w.id limit $1`,
      [PAGE, by, after?.taken_until, after?.id],
    );
    return rows;
  };
  for (let rows = await page(undefined); rows.length > 0; rows = await page(rows.at(-1))) {
    for (const taken of rows) {
      if (signal?.aborted) return;
      await releaseOne(store, taken, { reason: 'expired', now: by }, failed);
    }
  }
  throwFailed(failed);
}
type Ended = Taken & { taken_until: Date };

/** @param failed gets the refusal of a lead that was not released: it does not keep the others */
async function releaseOne(
  store: EventStore,
  { id, tenant, taken_by }: Taken,
  { reason, now, cause }: { reason: Reason; now: Date; cause?: Cause | undefined },
  failed: Set<Refusal>,
): Promise<void> {
  const released = await execute(
    { store },
    {
      aggregate: leads,
      stream: leadStream(LeadId.parse(id)),
      tenant: TenantId.parse(tenant),
      command: {
        type: 'ReleaseLead',
        reach: { kind: 'all' },
        operator: UserId.parse(taken_by),
        reason,
        now: now.toISOString(),
      },
      actor: WORK_QUEUE,
      origin: NO_ORIGIN,
      commandId: newCommandId(),
      creates: false,
      ...cause,
    },
  );
  // A deleted lead has no lease.
  if (isRefused(released) && released.refusal !== 'lead-not-found') failed.add(released.refusal);
}

function throwFailed(failed: ReadonlySet<Refusal>): void {
  if (failed.size > 0) throw new RetryLater(`Leads were not released: ${[...failed].join(', ')}`);
}
