import { viewingDecider } from './decide.ts';
import { viewingEvents } from './events.ts';

export const viewings = { decider: viewingDecider, types: viewingEvents };
