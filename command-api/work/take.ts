import { takeLead } from '@crm/contracts/work/work.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { leadStream } from '@crm/events/streams.ts';
import { actorOf, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { everyUser, type SessionPolicy } from '@crm/platform/http/policy.ts';
import { isRefused, type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import type { CommandDeclaration } from '../handle/command.ts';
import type { Deps } from '../handle/deps.ts';

/** Takes the first available of the named leads. Two operators never get the same lead: its stream's revision decides. */
export const take: CommandDeclaration = (deps) => route(takeLead, everyUser, (input) => handle(input, deps));

async function handle(
  { caller, body, origin, guard }: Input<typeof takeLead, SessionPolicy>,
  deps: Deps,
): Promise<Result> {
  if (caller.role !== 'operator') return refused('operator-required');
  const [settings, isOnBreak] = await Promise.all([
    deps.lookups.tenantSettings(caller.tenant),
    deps.lookups.isOnBreak(caller.id),
  ]);
  if (isOnBreak) return refused('on-break');
  for (const leadId of body.leadIds) {
    const taken = await execute(deps, {
      aggregate: leads,
      stream: leadStream(LeadId.parse(leadId)),
      tenant: caller.tenant,
      command: {
        type: 'TakeLead',
        operator: { id: caller.id, name: caller.name },
        now: new Date().toISOString(),
        mayTakeUnassigned: settings?.takingAllowed ?? false,
      },
      actor: actorOf(caller),
      origin,
      guard,
      // Without the request's key: the holder of a lease who takes the lead again gets the same answer.
      commandId: newCommandId(),
      creates: false,
    });
    if (!isRefused(taken)) return { kind: 'done', data: { leadId }, position: taken.asOf };
    if (taken.refusal !== 'lead-not-available' && taken.refusal !== 'lead-not-found') return taken;
  }
  return { kind: 'done', data: { leadId: null }, position: await deps.store.head() };
}
