import { assignLead } from '@crm/contracts/leads/write.ts';
import { LeadId, type TenantId, UserId } from '@crm/events/ids.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { isRefused, type Refused, refused } from '@crm/platform/http/result.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import type { Lookups } from '../handle/lookups.ts';

/** Looks up an active operator of the tenant; refuses with 'operator-not-found'. */
export async function operatorOf(
  lookups: Lookups,
  tenant: TenantId,
  id: string,
): Promise<OperatorRef | Refused> {
  const userId = UserId.parse(id);
  const user = await lookups.user(userId);
  if (user?.tenant !== tenant || user.role !== 'operator' || !user.isActive)
    return refused('operator-not-found');
  return { id: userId, name: user.fullName };
}

/** Assigns a lead to an operator, or unassigns it. */
export const assign = leadCommand({
  endpoint: assignLead,
  policy: tenantAdmins,
  plan: async ({ params, body, caller }, { lookups }) => {
    const stream = leadStream(LeadId.parse(params.id));
    const reason = body.reason ?? null;
    const seen = UserId.nullish().parse(body.from);
    if (!body.operatorId) {
      const unassign: LeadCommand = { type: 'UnassignLead', reason, seen };
      return { stream, command: unassign };
    }
    const operator = await operatorOf(lookups, caller.tenant, body.operatorId);
    if (isRefused(operator)) return { stream, command: operator };
    const assignment: LeadCommand = { type: 'AssignLead', operator, reason, seen };
    return { stream, command: assignment };
  },
  answer: ({ input }) => ({
    message: input.body.operatorId ? 'Lead assigned successfully' : 'Lead unassigned successfully',
    data: {},
  }),
});
