import { SavedReportId, TenantId } from '@crm/events/ids.ts';
import { savedReports } from '@crm/events/saved-reports/aggregate.ts';
import type { EndReason } from '@crm/events/saved-reports/events.ts';
import { idOf, savedReportStream } from '@crm/events/streams.ts';
import { userEvents } from '@crm/events/users/events.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { doEach } from '@crm/platform/failures/do-each.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import type { Cause } from '@crm/platform/jobs/cause.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { awaitPosition } from '@crm/platform/runner/await-position.ts';
import { z } from 'zod';

/** The schedules of a user who is deactivated or deleted end. Reactivating the user does not begin them again. */
export const endSchedulesOfLeavers = reaction({
  name: 'report-schedule-ends',
  events: ['UserEdited', 'UserDeleted'],
  handle: (event, { enqueue }) => {
    const { type, data, stream, meta, position } = event;
    const edited = type === 'UserEdited' ? userEvents.UserEdited.schema.parse(data).changes : null;
    if (edited && edited.isActive !== false) return;
    const payload = { tenant: meta.tenant, owner: idOf(stream), position };
    enqueue(endSchedules, payload, { key: payload.owner });
  },
});

/** The read models whose rows decide. */
const READS = ['saved-reports', 'users'];

export const endSchedules = job({
  name: 'end-report-schedules',
  payload: z.object({ tenant: z.string(), owner: z.string(), position: z.string() }),
  attempts: 10,
  async run({ tenant, owner, position }, { pools, store, cause }) {
    const pool = pools.background;
    await awaitPosition({ pool, store }, READS, position);
    // Index saved_reports_owner. A report that was scheduled after the user came back stays.
    const { rows } = await pool.query<{ id: string }>(
      `select s.id from saved_reports s
        where s.tenant = $1 and s.owner = $2 and s.scheduled_at is not null
          and not exists (select from users u where u.tenant = s.tenant and u.id = s.owner and u.is_active)`,
      [tenant, owner],
    );
    await doEach(rows, ({ id }) => endSchedule(store, { tenant, id }, 'owner-left', cause));
  },
});

/** Ends the schedule of a saved report, as the system. Without a schedule, or deleted, nothing changes. */
export async function endSchedule(
  store: EventStore,
  { tenant, id }: { tenant: string; id: string },
  reason: Exclude<EndReason, 'by-owner'>,
  cause?: Cause,
): Promise<void> {
  const ended = await execute(
    { store },
    {
      aggregate: savedReports,
      stream: savedReportStream(SavedReportId.parse(id)),
      tenant: TenantId.parse(tenant),
      command: { type: 'EndReportSchedule', reason },
      ...bySystem('Scheduled reports'),
      commandId: newCommandId(),
      creates: false,
      ...cause,
    },
  );
  if (isRefused(ended) && ended.refusal !== 'saved-report-not-found')
    throw new RetryLater(`A schedule was not ended: ${ended.refusal}`);
}
