import { projection } from '../projection.ts';
import { workActions } from './actions.ts';
import { workEvents } from './events.ts';
import { workLeads } from './leads.ts';
import { workOperators } from './operators.ts';

/** Operators at work: taken leads and promised calls, what each operator does, and what they did. */
export const workProjection = projection({
  name: 'work',
  version: 5,
  events: workEvents,
  readsMostEvents: true,
  tables: [workLeads, workOperators, workActions],
});
