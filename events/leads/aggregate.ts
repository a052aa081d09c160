import { leadDecider } from './decide.ts';
import { leadEvents } from './events.ts';

/** The lead aggregate: its decider and its event types. */
export const leads = { decider: leadDecider, types: leadEvents };
