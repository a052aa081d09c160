import { reservedName, type SavedReport, savedReportDecider } from './decide.ts';
import { savedReportEvents } from './events.ts';

export const savedReports = {
  decider: savedReportDecider,
  types: savedReportEvents,
  names: {
    of: (report: SavedReport) =>
      report.phase === 'present' ? [reservedName(report.owner, report.name)] : [],
    whenTaken: () => 'report-name-taken' as const,
  },
};
