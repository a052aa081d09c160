import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  newValues,
} from '../language/describe.ts';
import { COUNTED_BY_DECISION } from '../reports/names.ts';
import type { EndReason, ReportSchedule, SavedContent, SavedReportEvent } from './events.ts';

/** Content with a value for each field, so that a change shows also the one that it no longer has. */
const complete = (content: SavedContent) => ({ ...content, countBy: content.countBy ?? null });

const countByText = (countBy: 'decided' | null) => (countBy ? COUNTED_BY_DECISION : 'Time of creation');

const contentFields: DescribedFields<ReturnType<typeof complete>> = {
  type: { label: 'Report type' },
  filters: {
    label: 'Filters',
    text: (filters, names) =>
      Object.entries(filters)
        .map(([name, value]) => `${name}: ${names.get(value) ?? value}`)
        .join(', '),
  },
  countBy: { label: 'Count by', text: countByText },
  period: {
    label: 'Period',
    text: (period) =>
      period.kind === 'relative'
        ? period.preset.replaceAll('_', ' ')
        : `${period.startDate} to ${period.endDate}`,
  },
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 'every Monday at 09:00' */
export function rhythmText({ rhythm, hour }: Pick<ReportSchedule, 'rhythm' | 'hour'>): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`;
  switch (rhythm.every) {
    case 'day':
      return `every day ${at}`;
    case 'week':
      return `every ${weekdays[rhythm.day - 1]} ${at}`;
    case 'month':
      return `on day ${rhythm.day} of every month ${at}`;
    default:
      return rhythm satisfies never;
  }
}

const reasons: Record<EndReason, string> = {
  'by-owner': 'Schedule ended',
  'owner-left': 'Schedule ended, because the owner was deactivated or deleted',
  'not-allowed': 'Schedule ended, because the owner is no longer an admin',
};

/** Each event of a saved report for people; `names` contain those of users and offers. */
export const savedReportDescriptions: Descriptions<SavedReportEvent> = {
  ReportSaved: ({ owner, name, content }, names) => ({
    text: 'Report saved',
    changes: [
      change('name', 'Name', '', name),
      change('owner', 'Owner', '', names.get(owner) ?? owner),
      ...firstValues(contentFields, complete(content), names),
    ],
  }),
  SavedReportRenamed: ({ name }) => ({
    text: 'Saved report renamed',
    changes: [change('name', 'Name', undefined, name)],
  }),
  SavedReportChanged: ({ content }, names) => ({
    text: 'Saved report changed',
    hasAllFields: true,
    changes: newValues(contentFields, complete(content), names),
  }),
  ReportScheduled: ({ schedule }) => ({
    text: 'Report scheduled',
    changes: [
      change('rhythm', 'Sent', undefined, rhythmText(schedule)),
      change('format', 'Format', undefined, schedule.format),
      change('toOwner', 'To the owner', undefined, schedule.toOwner),
      change('recipients', 'Recipients', undefined, schedule.recipients.join(', ')),
    ],
  }),
  ReportScheduleEnded: ({ reason }) => ({ text: reasons[reason], changes: [] }),
  SavedReportDeleted: () => ({ text: 'Saved report deleted', changes: [] }),
};
