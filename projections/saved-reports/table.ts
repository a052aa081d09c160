import {
  type EndReason,
  type ReportSchedule,
  type SavedContent,
  type SavedReportEvent,
  savedReportEvents,
} from '@crm/events/saved-reports/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { userRoom } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type SavedReportRow = {
  id: string;
  tenant: string;
  owner: string;
  name: string;
  content: SavedContent;
  schedule: ReportSchedule | null;
  /** When the schedule was set: earlier due times are not sent. */
  scheduled_at: Date | null;
  /** Why the schedule was ended, if it was not ended by the owner. */
  ended: Exclude<EndReason, 'by-owner'> | null;
  created_at: Date;
  updated_at: Date;
};

function foldSavedReport(
  row: SavedReportRow | null,
  event: Recorded<SavedReportEvent>,
): SavedReportRow | null {
  if (event.type === 'ReportSaved') {
    const { owner, name, content } = event.data;
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      owner,
      name,
      content,
      schedule: null,
      scheduled_at: null,
      ended: null,
      created_at: event.at,
      updated_at: event.at,
    };
  }
  if (!row) return null;
  const touched = { ...row, updated_at: event.at };
  switch (event.type) {
    case 'SavedReportRenamed':
      return { ...touched, name: event.data.name };
    case 'SavedReportChanged':
      return { ...touched, content: event.data.content };
    case 'ReportScheduled':
      return { ...touched, schedule: event.data.schedule, scheduled_at: event.at, ended: null };
    case 'ReportScheduleEnded': {
      const { reason } = event.data;
      return {
        ...touched,
        schedule: null,
        scheduled_at: null,
        ended: reason === 'by-owner' ? null : reason,
      };
    }
    case 'SavedReportDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

const savedReports = table<SavedReportRow, SavedReportEvent>({
  name: 'saved_reports',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    owner: 'uuid not null',
    name: 'text not null',
    content: 'jsonb not null',
    schedule: 'jsonb',
    scheduled_at: 'timestamptz',
    ended: 'text',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: {
    saved_reports_owner: '(tenant, owner)',
    saved_reports_scheduled: '(scheduled_at) where scheduled_at is not null',
  },
  keyOf: ({ stream }) => ({ id: idOf(stream) }),
  fold: foldSavedReport,
  hints: (before, after) => {
    const row = after ?? before;
    return row ? [{ room: userRoom(row.owner), topic: 'saved-reports', id: row.id }] : [];
  },
});

export const savedReportsProjection = projection({
  name: 'saved-reports',
  version: 1,
  events: savedReportEvents,
  tables: [savedReports],
});
