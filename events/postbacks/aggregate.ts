import { postbackDecider } from './decide.ts';
import { postbackEvents } from './events.ts';

export const postbacks = { decider: postbackDecider, types: postbackEvents };
