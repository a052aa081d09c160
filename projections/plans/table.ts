import { planDecider } from '@crm/events/plans/decide.ts';
import { type PlanDetails, type PlanEvent, planEvents } from '@crm/events/plans/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type PlanRow = {
  id: string;
  /** PLATFORM_TENANT: plans belong to the installation. */
  tenant: string;
  is_active: boolean;
  details: PlanDetails;
  edition: number;
  created_at: Date;
  updated_at: Date;
  /** Of its stream. */
  revision: number;
};

function foldPlan(row: PlanRow | null, event: Recorded<PlanEvent>): PlanRow | null {
  const before = row
    ? { phase: 'present' as const, details: row.details, edition: row.edition }
    : planDecider.initialState;
  const plan = planDecider.evolve(before, event);
  if (plan.phase !== 'present') return null;
  return {
    id: idOf(event.stream),
    tenant: event.meta.tenant,
    is_active: plan.details.isActive,
    details: plan.details,
    edition: plan.edition,
    created_at: row?.created_at ?? event.at,
    updated_at: event.at,
    revision: event.revision,
  };
}

const plans = table<PlanRow, PlanEvent>({
  name: 'plans',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    is_active: 'boolean not null',
    details: 'jsonb not null',
    edition: 'integer not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    revision: 'integer not null',
  },
  key: ['id'],
  indexes: { plans_tenant: '(tenant, is_active, created_at)' },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldPlan,
  hints: (_before, _after, event) => [{ room: SUPER_ADMINS, topic: 'plans', id: idOf(event.stream) }],
});

/** Existing plans. */
export const plansProjection = projection({
  name: 'plans',
  version: 2,
  events: planEvents,
  tables: [plans],
});
