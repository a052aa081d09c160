import { changedFields } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { EndReason, ReportSchedule, SavedContent, SavedReportEvent } from './events.ts';
import { evolve, type SavedReport } from './state.ts';

/** The caller. A saved report is visible to its owner only. */
export type ReportOwner = { id: string; isAdmin: boolean };

type Changes = {
  name?: string | undefined;
  content?: SavedContent | undefined;
  /** Null ends the schedule. */
  schedule?: ReportSchedule | null | undefined;
};

export type SavedReportCommand =
  | {
      type: 'SaveReport';
      by: ReportOwner;
      name: string;
      content: SavedContent;
      schedule: ReportSchedule | null;
    }
  | { type: 'EditSavedReport'; by: ReportOwner; changes: Changes }
  | { type: 'DeleteSavedReport'; by: ReportOwner }
  /** By the system. */
  | { type: 'EndReportSchedule'; reason: Exclude<EndReason, 'by-owner'> };

export type SavedReportRefusal =
  | 'saved-report-exists'
  | 'saved-report-not-found'
  | 'report-for-admins'
  | 'recipients-for-admins';

/** The reports of operators count their own leads, and their mails go to themselves. */
export function refusalOf(
  isAdmin: boolean,
  content: SavedContent,
  schedule: ReportSchedule | null,
): 'report-for-admins' | 'recipients-for-admins' | null {
  if (isAdmin) return null;
  if (content.type === 'operator-productivity') return 'report-for-admins';
  return schedule && schedule.recipients.length > 0 ? 'recipients-for-admins' : null;
}

export const savedReportDecider: Decider<
  SavedReport,
  SavedReportCommand,
  SavedReportEvent,
  SavedReportRefusal
> = {
  initialState: { phase: 'none' },

  evolve,

  decide(command, report): Decision<SavedReportEvent, SavedReportRefusal> {
    if (command.type === 'SaveReport') {
      const { by, name, content, schedule } = command;
      if (report.phase !== 'none') return refuse('saved-report-exists');
      const refusal = refusalOf(by.isAdmin, content, schedule);
      if (refusal) return refuse(refusal);
      return accept(
        { type: 'ReportSaved', data: { owner: by.id, name, content } },
        ...(schedule ? [{ type: 'ReportScheduled' as const, data: { schedule } }] : []),
      );
    }
    if (report.phase !== 'present') return refuse('saved-report-not-found');
    if (command.type === 'EndReportSchedule') {
      if (report.schedule === null) return accept();
      return accept({ type: 'ReportScheduleEnded', data: { reason: command.reason } });
    }
    if (report.owner !== command.by.id) return refuse('saved-report-not-found');
    switch (command.type) {
      case 'EditSavedReport':
        return edit(report, command.by, command.changes);
      case 'DeleteSavedReport':
        return accept({ type: 'SavedReportDeleted', data: {} });
      default:
        return command satisfies never;
    }
  },
};

function edit(
  report: Extract<SavedReport, { phase: 'present' }>,
  by: ReportOwner,
  changes: Changes,
): Decision<SavedReportEvent, SavedReportRefusal> {
  const { name, content, schedule } = changedFields(report, changes) ?? {};
  const refusal = refusalOf(
    by.isAdmin,
    content ?? report.content,
    schedule === undefined ? report.schedule : schedule,
  );
  // Renaming stays possible after an admin became an operator.
  if (refusal && (content || schedule)) return refuse(refusal);
  const events: SavedReportEvent[] = [];
  if (name !== undefined) events.push({ type: 'SavedReportRenamed', data: { name } });
  if (content) events.push({ type: 'SavedReportChanged', data: { content } });
  if (schedule) events.push({ type: 'ReportScheduled', data: { schedule } });
  if (schedule === null) events.push({ type: 'ReportScheduleEnded', data: { reason: 'by-owner' } });
  return accept(...events);
}
