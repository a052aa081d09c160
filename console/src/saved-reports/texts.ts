import type { DayPreset } from '@crm/events/language/preset-days.ts';
import type { EndReason, ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { plural } from '../format/count.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const hour = (n: number) => `${String(n).padStart(2, '0')}:00`;

/** Every text of the saved reports, in English. A translation is another object of this type. */
export const savedReportTexts = {
  title: 'Saved reports',
  save: 'Save this report',
  none: 'No saved reports yet. Generate a report, then save it to open it again or to have it mailed.',
  error: 'Error loading the saved reports',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    last_7_days: 'Last 7 days',
    last_30_days: 'Last 30 days',
    last_week: 'Last week (Monday to Sunday)',
    this_month: 'This month',
    last_month: 'Last month',
  } satisfies Record<DayPreset, string>,
  fixedPeriod: (start: string, end: string) => `${start} to ${end}`,
  decided: 'counted by time of decision',
  filters: (n: number) => plural(n, { one: '# filter', other: '# filters' }),
  row: {
    actions: (name: string) => `Actions for ${name}`,
    schedule: 'Send by mail…',
    changeSchedule: 'Change schedule…',
    endSchedule: 'End schedule',
    rename: 'Rename',
    replace: 'Replace with the shown report',
    delete: 'Delete',
  },
  rhythm: ({ rhythm, hour: at }: Pick<ReportSchedule, 'rhythm' | 'hour'>) => {
    switch (rhythm.every) {
      case 'day':
        return `Every day at ${hour(at)}`;
      case 'week':
        return `Every ${weekdays[rhythm.day - 1]} at ${hour(at)}`;
      case 'month':
        return `On day ${rhythm.day} of every month at ${hour(at)}`;
      default:
        return rhythm satisfies never;
    }
  },
  sentTo: (toOwner: boolean, others: number, format: string) => {
    const rest = plural(others, { one: '# address', other: '# addresses' });
    return `${format} to ${[toOwner && 'you', others > 0 && rest].filter(Boolean).join(' and ')}`;
  },
  ended: {
    'owner-left': 'The schedule ended when your account was deactivated.',
    'not-allowed': 'The schedule ended: only an admin can send this report.',
  } satisfies Record<Exclude<EndReason, 'by-owner'>, string>,
  mailing: {
    making: 'The report is being made',
    sending: (problem: string | null) => (problem === null ? 'Sending' : `Trying again: ${problem}`),
    sent: (at: string, n: number) => `Sent ${at} to ${plural(n, { one: '# address', other: '# addresses' })}`,
    failed: (at: string, problem: string) => `Not sent ${at}: ${problem}`,
    partly: (failed: number, all: number, problem: string) => `Not sent to ${failed} of ${all}: ${problem}`,
    unknown: 'unknown reason',
  },
  name: {
    saveTitle: 'Save this report',
    renameTitle: 'Rename saved report',
    name: 'Name',
    period: 'Period',
    hint: 'The report also keeps its type, its filters and the time it counts leads by.',
    save: 'Save',
    saved: (name: string) => `${name} saved`,
  },
  schedule: {
    title: (name: string) => `Send ${name} by mail`,
    every: 'Every',
    rhythms: { day: 'Day', week: 'Week', month: 'Month' },
    weekday: 'On',
    weekdays,
    monthDay: 'On day',
    monthDayHint: 'In a shorter month, on its last day.',
    hour: 'At',
    hours: Array.from({ length: 24 }, (_, n) => hour(n)),
    zone: (timeZone: string) => `Time zone of the organization: ${timeZone}`,
    format: 'Format',
    formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' },
    toOwner: 'Send to me',
    toOwnerHint: (email: string) => `To ${email}, or your address at that time.`,
    recipients: 'Further addresses',
    recipientsHint: 'At most 10, one per line. Each gets a mail of its own.',
    save: 'Save schedule',
    saved: (name: string) => `${name} will be sent by mail`,
    ended: (name: string) => `${name} is no longer sent by mail`,
  },
  replaced: (name: string) => `${name} is now the shown report`,
  delete: {
    title: (name: string) => `Delete ${name}`,
    message: 'Its schedule ends, too. Reports that were sent stay readable. This action cannot be undone.',
    confirm: 'Delete',
    done: (name: string) => `${name} deleted`,
  },
};
