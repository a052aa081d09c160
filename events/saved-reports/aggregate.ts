import { savedReportDecider } from './decide.ts';
import { savedReportEvents } from './events.ts';
import { reservedName } from './reserved-name.ts';
import type { SavedReport } from './state.ts';

export const savedReports = {
  decider: savedReportDecider,
  types: savedReportEvents,
  names: {
    of: (report: SavedReport) =>
      report.phase === 'present' ? [reservedName(report.owner, report.name)] : [],
    whenTaken: () => 'report-name-taken' as const,
  },
};
