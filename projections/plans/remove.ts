import { deletePlan } from '@crm/contracts/plans/plans.ts';
import { PLATFORM_TENANT, PlanId } from '@crm/events/ids.ts';
import { plans } from '@crm/events/plans/aggregate.ts';
import { planStream } from '@crm/events/streams.ts';
import { actorOf, commandIdOf } from '@crm/platform/commands/envelope.ts';
import { type CommandDependencies, execute } from '@crm/platform/commands/execute.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { asTenant, type Db } from '@crm/platform/postgres/transaction.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../query.ts';
import { isNotDeleted } from '../tenants/deleted.ts';

/** See CommandDependencies. */
type ForgetsLookups = Required<Pick<CommandDependencies, 'forgetLookup'>>;

const READS = ['subscriptions', 'tenants'];

/**
 * Deletes a plan without current subscribers. Refuses with 'plan-in-use' or 'plan-not-found'. It is served here, where
 * the rows of the subscriptions are. A subscription that is granted at the same moment keeps its terms.
 */
export const removePlan: QueryDeclaration<ForgetsLookups> = (deps) =>
  route(deletePlan, superAdmins, (input) =>
    afterOwnWrite(deps, READS, input.minPosition, () => deleteUnusedPlan(deps, input)),
  );

async function deleteUnusedPlan(
  { pool, store, forgetLookup }: QueryDeps & ForgetsLookups,
  { params, caller, origin, guard, idempotencyKey: key }: Input<typeof deletePlan, typeof superAdmins>,
): Promise<Result> {
  const done = await execute(
    { store, forgetLookup },
    {
      aggregate: plans,
      stream: planStream(PlanId.parse(params.id)),
      tenant: PLATFORM_TENANT,
      command: { type: 'DeletePlan' },
      actor: actorOf(caller),
      origin,
      guard,
      commandId: commandIdOf({ caller: caller.id, call: `delete plan ${params.id}`, key, body: {} }),
      creates: false,
      allowed: async () =>
        (await asTenant(pool, '*', (db) => isInUse(db, params.id))) ? refused('plan-in-use') : null,
    },
  );
  if (done.kind === 'refused') return done;
  return { kind: 'done', message: 'Plan deleted successfully', data: {}, position: done.position };
}

/**
 * Whether an organisation subscribes to the plan. A deleted one that is restored keeps the terms that it was sold. Index
 * subscriptions_plan.
 */
async function isInUse(db: Db, plan: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `/* every tenant: for super admins, because a plan is sold to all */
     select from subscriptions s
      where plan_id = $1 and status in ('active', 'pending') and end_date > now() and ${isNotDeleted('s')} limit 1`,
    [plan],
  );
  return rowCount === 1;
}
