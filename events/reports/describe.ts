import { type Descriptions, firstValues, type Names } from '../language/describe.ts';
import type { ReportEvent, ReportFormat, ReportRun } from './events.ts';
import { COUNTED_BY_DECISION, reportNames } from './names.ts';

const verbs: Record<ReportFormat, string> = {
  json: 'Report made',
  xlsx: 'Report exported to Excel',
  csv: 'Report exported to CSV',
  print: 'Report printed',
};

/** A run of a report for people. The user who made it is the actor of the event. */
export const reportDescriptions: Descriptions<ReportEvent> = {
  ReportMade: (run, names) => ({
    text: `${verbOf(run)}: ${reportNames[run.reportType]}, ${run.startDate} to ${run.endDate}`,
    changes: firstValues<Shown>(
      {
        groupBy: { label: 'Grouped by', text: (column) => column ?? '' },
        timeZone: { label: 'Time zone' },
        countBy: { label: 'Count by', text: () => COUNTED_BY_DECISION },
        filters: { label: 'Filters', text: filterWords },
        position: { label: 'Position' },
        rows: { label: 'Rows' },
      },
      run,
      names,
    ),
  }),
};

type Shown = Pick<ReportRun, 'groupBy' | 'timeZone' | 'countBy' | 'filters' | 'position' | 'rows'>;

const verbOf = ({ format, kept }: ReportRun) =>
  format === 'json' && kept ? 'Kept report read' : verbs[format];

const filterWords = (filters: ReportRun['filters'], names: Names): string =>
  Object.entries(filters)
    .map(([name, value]) => `${name}: ${names.get(value) ?? value}`)
    .join('; ');
