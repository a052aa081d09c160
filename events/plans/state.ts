import { withChanges } from '../language/changes.ts';
import { changesTerms, newValuesOf } from './edits.ts';
import type { PlanDetails, PlanEvent } from './events.ts';

export type Plan =
  | { phase: 'none' }
  /** `edition` counts the versions of its terms, from 1: a subscription names the one that it was sold with. */
  | { phase: 'present'; details: PlanDetails; edition: number }
  | { phase: 'deleted' };

/** Applies an event to the state. */
export function evolve(plan: Plan, event: PlanEvent): Plan {
  if (event.type === 'PlanCreated') return { phase: 'present', details: event.data.details, edition: 1 };
  if (plan.phase !== 'present') return plan;
  switch (event.type) {
    case 'PlanEdited': {
      const { changes } = event.data;
      return {
        phase: 'present',
        details: withChanges(plan.details, newValuesOf(changes)),
        edition: plan.edition + (changesTerms(changes) ? 1 : 0),
      };
    }
    case 'PlanDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}
