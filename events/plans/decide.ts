import { changedFields, withChanges } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import { editsOf } from './edits.ts';
import type { PlanDetails, PlanEvent } from './events.ts';
import { evolve, type Plan } from './state.ts';

export type PlanCommand =
  | { type: 'CreatePlan'; details: PlanDetails }
  | { type: 'EditPlan'; changes: PlanChanges }
  | { type: 'DeletePlan' };

/** Amount and currency of the price may change separately. */
type PlanChanges = {
  [K in keyof PlanDetails]?: (K extends 'price' ? PriceChange : PlanDetails[K]) | undefined;
};
type Price = PlanDetails['price'];
type PriceChange = { [K in keyof Price]?: Price[K] | undefined };

export type PlanRefusal = 'plan-exists' | 'plan-not-found';

export const planDecider: Decider<Plan, PlanCommand, PlanEvent, PlanRefusal> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, plan): Decision<PlanEvent, PlanRefusal> {
    if (command.type === 'CreatePlan') {
      if (plan.phase !== 'none') return refuse('plan-exists');
      return accept({ type: 'PlanCreated', data: { details: command.details } });
    }
    if (plan.phase !== 'present') return refuse('plan-not-found');
    switch (command.type) {
      case 'EditPlan': {
        const price = withChanges(plan.details.price, command.changes.price);
        const changes = changedFields(plan.details, { ...command.changes, price });
        if (!changes) return accept();
        return accept({ type: 'PlanEdited', data: { changes: editsOf(plan.details, changes) } });
      }
      case 'DeletePlan':
        return accept({ type: 'PlanDeleted', data: {} });
      default:
        return command satisfies never;
    }
  },
};
