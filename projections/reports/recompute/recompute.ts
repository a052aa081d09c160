import type { RecomputeTask } from '@crm/events/reports/recompute.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import type { KeptReport } from '../kept.ts';
import type { ReportPlan } from '../plan.ts';
import { writeReport } from '../write.ts';
import { openHistory } from './history.ts';

/** The task of a batch that makes a report of this plan. */
export const taskOf = ({ key, subject, operator }: ReportPlan): RecomputeTask => ({
  ...subject,
  countBy: subject.countBy ?? null,
  request: key.request.toString('hex'),
  position: key.position,
  reach: operator,
});

export const planOfTask = (tenant: string, task: RecomputeTask): ReportPlan => {
  const { request, position, reach, countBy, ...subject } = task;
  return {
    key: { tenant, request: Buffer.from(request, 'hex'), position },
    subject: { ...subject, ...(countBy && { countBy }) },
    operator: reach,
  };
};

type Recomputing = {
  store: EventStore;
  /** Called after each page of events with their number; throws to stop. */
  read: (events: number) => Promise<void>;
  signal: AbortSignal;
};

/**
 * Makes a report of a past position from the events up to it, with the bytes that it had then. Offers and operators
 * have the names of that position.
 * @throws the signal's reason when it is aborted
 */
export async function recomputeReport(
  { key, subject, operator }: ReportPlan,
  { store, read, signal }: Recomputing,
): Promise<KeptReport> {
  // The caller has checked that the store has an event at this position.
  const position = key.position as Position;
  const { blocks, names } = openHistory({ store, tenant: key.tenant, position }, read);
  const source = { blocks, names, time: () => store.timeOf(position, key.tenant) };
  const body = await writeReport({ key, subject, operator }, source, signal);
  return { ...key, body };
}
