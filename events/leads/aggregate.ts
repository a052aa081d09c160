import { leadDecider } from './decide.ts';
import { leadEvents } from './events.ts';

/** Leads as commands meet them: their rules, and the events that they are told in. */
export const leads = { decider: leadDecider, types: leadEvents };
