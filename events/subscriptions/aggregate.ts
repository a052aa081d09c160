import { subscriptionDecider } from './decide.ts';
import { subscriptionEvents } from './events.ts';

export const subscriptions = { decider: subscriptionDecider, types: subscriptionEvents, isLookedUp: true };
