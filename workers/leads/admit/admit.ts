import { LeadId, TenantId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand, LeadRefusal } from '@crm/events/leads/command.ts';
import type { Lead } from '@crm/events/leads/state.ts';
import { leadStream, subscriptionStream } from '@crm/events/streams.ts';
import { subscriptions } from '@crm/events/subscriptions/aggregate.ts';
import { blockingStatusAt } from '@crm/events/subscriptions/block.ts';
import { leadLimitAt, leadQuota } from '@crm/events/subscriptions/lead-limit.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import type { Execution } from '@crm/platform/commands/execution.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { type Position, START } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused, refused } from '@crm/platform/http/result.ts';
import type { Cause } from '@crm/platform/jobs/cause.ts';
import { enqueue } from '@crm/platform/jobs/enqueue.ts';
import { type Job, job, schedule } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { executeInPlace } from '@crm/platform/places/execute-in-place.ts';
import { openPlaces, type Places } from '@crm/platform/places/places.ts';
import { missingReadModels } from '@crm/platform/runner/await-live.ts';
import { awaitPosition } from '@crm/platform/runner/await-position.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

const Payload = z.object({
  tenant: z.string(),
  /** The position that the list of leads set aside must have reached. */
  position: z.string(),
  /** The end of a billing period when the job is due at that end. */
  due: z.string().nullable(),
});
type Payload = z.infer<typeof Payload>;

/**
 * Admits the leads of a tenant that wait for a place under the lead limit: after each event that may raise the limit, and
 * at the end of the billing period. A lead that is set aside while the limit rises is checked once more, because its
 * process may have known the old limit.
 */
export const scheduleAdmission = reaction({
  name: 'lead-admission',
  events: ['LeadSetAside', 'TenantUnblocked', 'TenantReactivated', ...Object.keys(subscriptions.types)],
  handle: (event, { enqueue }) => {
    const { tenant } = event.meta;
    const payload = { tenant, position: event.position };
    enqueue(admitLeads, { ...payload, due: null }, { key: tenant });
    if (event.type !== 'LeadSetAside') return;
    const { periodEnd } = PeriodEnd.parse(event.data);
    enqueue(
      admitLeads,
      { ...payload, due: periodEnd },
      { key: `${tenant} ${periodEnd}`, runAt: new Date(periodEnd) },
    );
  },
});

const PeriodEnd = z.object({ periodEnd: z.string() });

/** Leads that one run admits; another job continues, so that other jobs run in between. */
const AT_ONCE = 200;

/**
 * Admits waiting leads in the order of their arrival until the limit is reached. Each lead is one append with its place,
 * so a run that is killed is continued by the next one.
 */
export const admitLeads: Job<Payload> = job({
  name: 'admit-leads',
  payload: Payload,
  attempts: 10,
  async run(payload, { store, pools, signal, cause }) {
    const { position, due } = payload;
    const tenant = TenantId.parse(payload.tenant);
    const pool = pools.background;
    await awaitPosition({ pool, store }, ['aside_leads'], position);
    const waiting = await waitingLeads(pool, tenant);
    if (waiting.length === 0) return;
    // The queue counts by the clock of Postgres, which may be ahead of this one.
    const now = new Date(Math.max(Date.now(), Date.parse(due ?? '') || 0));
    const admit = await admission({ store }, { tenant, places: openPlaces(pool), now, cause });
    if (!admit) return;
    let last: Position | null = null;
    for (const lead of waiting) {
      signal.throwIfAborted();
      const admitted = await admit(lead);
      if (admitted === 'limit-reached') return;
      last = admitted ?? last;
    }
    if (waiting.length < AT_ONCE) return;
    // After the read model has dropped these leads.
    const next = { ...payload, position: last ?? position };
    await enqueue(pools.jobs, admitLeads, next, { key: tenant, cause });
  },
});

/**
 * Continues what a killed process has left, also in its last attempt. Finds all organisations with waiting leads.
 */
export const admitWaiting = schedule({
  name: 'admit-waiting-leads',
  cron: '* * * * *',
  catchUpMs: 0, // the next run finds the same leads
  async run({ pools }) {
    const pool = pools.background;
    if ((await missingReadModels(pool, ['aside_leads'])).length > 0) return;
    // Index aside_leads_order, from one organisation to the next.
    const { rows } = await pool.query<{ tenant: string }>(
      `/* every tenant: schedule */
       with recursive tenants as (
         (select tenant from aside_leads order by tenant limit 1)
         union all
         select (select a.tenant from aside_leads a where a.tenant > t.tenant order by a.tenant limit 1)
           from tenants t where t.tenant is not null
       ) select tenant from tenants where tenant is not null`,
    );
    for (const { tenant } of rows)
      await enqueue(pools.jobs, admitLeads, { tenant, position: START, due: null }, { key: tenant });
  },
});

/** Index aside_leads_order. */
async function waitingLeads(pool: Pool, tenant: TenantId): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from aside_leads where tenant = $1 order by position limit $2',
    [tenant, AT_ONCE],
  );
  return rows.map(({ id }) => id);
}

type Admitting = { tenant: TenantId; places: Places; now: Date; cause: Cause | undefined };

/**
 * Returns a function that admits one lead, with the position of its events; null while the tenant is not active, or its
 * import is not complete. At the end of the subscription this job may run before the one that blocks the tenant.
 */
async function admission(
  dependencies: CommandDependencies,
  { tenant, places, now, cause }: Admitting,
): Promise<((lead: string) => Promise<Position | null | 'limit-reached'>) | null> {
  const { store } = dependencies;
  if ((await readTenantState(store, tenant)).phase !== 'active') return null;
  const subscription = await loadState(store, subscriptions, subscriptionStream(tenant));
  if (blockingStatusAt(subscription, now) !== null) return null;
  const limit = leadLimitAt(subscription, now);
  const quota = limit && leadQuota(tenant, limit);
  return async (lead) => {
    const execution: Execution<Lead, LeadCommand, typeof leads.types, LeadRefusal> = {
      aggregate: leads,
      stream: leadStream(LeadId.parse(lead)),
      tenant,
      command: { type: 'AdmitLead' },
      ...bySystem('Billing'),
      commandId: newCommandId(),
      creates: false,
      ...cause,
    };
    const over = refused('lead-limit-reached');
    const done = quota
      ? await executeInPlace(dependencies, execution, { places, quota, over })
      : await execute(dependencies, execution);
    if (!isRefused(done)) return done.position;
    if (done.refusal === 'lead-limit-reached') return 'limit-reached';
    throw new RetryLater(`A lead could not be admitted: ${done.refusal}`);
  };
}
