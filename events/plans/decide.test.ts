import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../language/decider.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { type PlanCommand, planDecider } from './decide.ts';
import { type PlanEvent, planEvents } from './events.ts';
import { details, given, planCreated, planDeleted, planEdited } from './story.ts';

const create: PlanCommand = { type: 'CreatePlan', details };
const edit = (changes: Extract<PlanCommand, { type: 'EditPlan' }>['changes']): PlanCommand => ({
  type: 'EditPlan',
  changes,
});
const remove: PlanCommand = { type: 'DeletePlan' };
const dearer = { minor: 5900, currency: 'USD' as const };
const raised = planEdited({ price: { from: details.price, to: dearer } });

describe('a plan', () => {
  test('is created once, also after its deletion', () => {
    given().when(create).gives(planCreated());
    given(planCreated()).when(create).refuses('plan-exists');
    given(planCreated(), planDeleted()).when(create).refuses('plan-exists');
  });

  test('is edited: changed fields are recorded with their old values', () =>
    given(planCreated())
      .when(edit({ name: details.name, price: dearer, isActive: undefined }))
      .gives(raised));
  test('is edited without a change: no event', () =>
    given(planCreated())
      .when(edit({ price: details.price, features: [...details.features] }))
      .gives());

  test('gets a new edition when its terms change, not when its presentation does', () => {
    const edition = (...events: PlanEvent[]) => {
      const plan = fold(planDecider, [planCreated(), ...events]);
      return plan.phase === 'present' ? plan.edition : null;
    };
    expect(edition()).toBe(1);
    expect(edition(planEdited({ featured: { from: false, to: true } }))).toBe(1);
    expect(edition(raised, planEdited({ maxLeads: { from: 5000, to: null } }))).toBe(3);
  });

  test('is deleted; one that does not exist or was deleted is not found', () => {
    given(planCreated()).when(remove).gives(planDeleted());
    for (const command of [edit({ price: dearer }), remove]) {
      given().when(command).refuses('plan-not-found');
      given(planCreated(), planDeleted()).when(command).refuses('plan-not-found');
    }
  });
});

const changes = fc.record(
  {
    name: fc.constantFrom('Growth', 'Scale'),
    price: fc.constantFrom(details.price, dearer),
    maxLeads: fc.constantFrom(null, 10, undefined),
    features: fc.constantFrom<string[]>(['Postbacks'], ['Postbacks', 'Reports']),
    isActive: fc.boolean(),
  },
  { requiredKeys: [] },
);
const command: fc.Arbitrary<PlanCommand> = fc.oneof(fc.constantFrom(create, remove), {
  weight: 4,
  arbitrary: changes.map(edit),
});
describe('plans', () => keepsTheLaws(planDecider, planEvents, create, command));
