import type { Received } from '@crm/contracts/endpoint.ts';
import { createPlan, updatePlan } from '@crm/contracts/plans/plans.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { PlanId } from '@crm/events/ids.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { planStream } from '@crm/events/streams.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { planCommand } from '../handle/aggregate-commands.ts';

/** The id is derived from the command, so that a repeated command creates one plan. */
const newPlanId = (commandId: { id: string }) => PlanId.parse(derivedId(commandId.id, 'plan'));

/** The stream of an existing plan. Its events are of the caller's tenant: super admins are of PLATFORM_TENANT. */
const streamOf = ({ id }: { id: string }) => planStream(PlanId.parse(id));

/** Creates a plan. */
export const create = planCommand({
  endpoint: createPlan,
  policy: superAdmins,
  creates: true,
  plan: ({ body, commandId }) => ({
    stream: planStream(newPlanId(commandId)),
    isStreamOfCommand: true,
    command: { type: 'CreatePlan', details: detailsOf(body) },
  }),
  answer: ({ input: { body, commandId } }) => ({
    message: 'Plan created successfully',
    data: { plan: { _id: newPlanId(commandId), name: body.name } },
  }),
});

function detailsOf({ price, currency, ...body }: Received<typeof createPlan, 'body'>) {
  return {
    ...body,
    price: { minor: toMinor(price), currency },
    description: body.description ?? null,
    maxLeads: body.maxLeads ?? null,
    buttonText: body.buttonText ?? null,
  };
}

/** Edits a plan; subscriptions keep the terms that they were sold with. Refuses with 'plan-not-found'. */
export const update = planCommand({
  endpoint: updatePlan,
  policy: superAdmins,
  plan: ({ params, body: { price, currency, revision, ...changes } }) => ({
    stream: streamOf(params),
    seenRevision: revision,
    command: {
      type: 'EditPlan',
      changes: { ...changes, price: { minor: price === undefined ? undefined : toMinor(price), currency } },
    },
  }),
  answer: () => ({ message: 'Plan updated successfully', data: {} }),
});
