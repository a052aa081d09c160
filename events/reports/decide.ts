import { accept, type Decider } from '../language/decider.ts';
import type { ReportEvent, ReportRun } from './events.ts';

/** One run of a report: a stream of one event. */
export type Report = { isRecorded: boolean };

export type ReportCommand = { type: 'RecordReport'; run: ReportRun };

/** A run is recorded once; recording it again changes nothing. */
export const reportDecider: Decider<Report, ReportCommand, ReportEvent, never> = {
  initialState: { isRecorded: false },
  evolve: () => ({ isRecorded: true }),
  decide: ({ run }, { isRecorded }) => (isRecorded ? accept() : accept({ type: 'ReportMade', data: run })),
};
