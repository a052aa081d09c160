import { paymentDecider } from './decide.ts';
import { paymentEvents } from './events.ts';

export const payments = { decider: paymentDecider, types: paymentEvents };
