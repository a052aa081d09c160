import { reportDecider } from './decide.ts';
import { reportEvents } from './events.ts';

/** A run of a report. */
export const reportRuns = { decider: reportDecider, types: reportEvents };
