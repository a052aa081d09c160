import { planDecider } from './decide.ts';
import { planEvents } from './events.ts';

export const plans = { decider: planDecider, types: planEvents, isLookedUp: true };
