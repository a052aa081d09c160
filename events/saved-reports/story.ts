import type { ReportOwner } from './decide.ts';
import type { ReportSchedule, SavedContent, SavedReportEvent } from './events.ts';

/** Test fixtures for saved reports. */
export const ann: ReportOwner = { id: '6b0f2a70-0000-4000-8000-000000000001', isAdmin: true };
export const bob: ReportOwner = { id: '6b0f2a70-0000-4000-8000-000000000002', isAdmin: false };

export const content: SavedContent = {
  type: 'leads',
  filters: { offer: 'offer-1', country: 'IN' },
  period: { kind: 'relative', preset: 'last_week' },
};
export const schedule: ReportSchedule = {
  rhythm: { every: 'week', day: 1 },
  hour: 9,
  format: 'xlsx',
  toOwner: true,
  recipients: [],
};

export const saved = (by: ReportOwner, of: SavedContent = content): SavedReportEvent => ({
  type: 'ReportSaved',
  data: { owner: by.id, name: 'Weekly', content: of },
});
export const scheduled = (to: ReportSchedule = schedule): SavedReportEvent => ({
  type: 'ReportScheduled',
  data: { schedule: to },
});
