import { offerDecider } from './decide.ts';
import { offerEvents } from './events.ts';

export const offers = { decider: offerDecider, types: offerEvents, isLookedUp: true };
