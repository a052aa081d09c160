import type { ReportSchedule, SavedContent, SavedReportEvent } from './events.ts';

export type SavedReport =
  | { phase: 'none' }
  | {
      phase: 'present';
      owner: string;
      name: string;
      content: SavedContent;
      /** Null: no mails. */
      schedule: ReportSchedule | null;
    }
  | { phase: 'deleted' };

/** Applies an event to the state. */
export function evolve(report: SavedReport, event: SavedReportEvent): SavedReport {
  if (event.type === 'ReportSaved') return { phase: 'present', ...event.data, schedule: null };
  if (report.phase !== 'present') return report;
  switch (event.type) {
    case 'SavedReportRenamed':
      return { ...report, name: event.data.name };
    case 'SavedReportChanged':
      return { ...report, content: event.data.content };
    case 'ReportScheduled':
      return { ...report, schedule: event.data.schedule };
    case 'ReportScheduleEnded':
      return { ...report, schedule: null };
    case 'SavedReportDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}
