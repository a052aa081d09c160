import { Currency } from '@crm/events/language/money.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, id } from '../fields.ts';
import { LeadFilters, leadOrder } from './read.ts';

/** As many leads as can be named one by one; more are selected by a filter. */
export const MOST_LEADS_NAMED = 20_000;

/** Leads as they were found when the button was pressed, in the list's order: what a batch or an export works through. */
const Selection = z.object({
  _id: z.string(),
  total: z.int(),
  /** What the leads are worth, a sum for each currency among them; decimal numbers. */
  totalValue: z.array(z.object({ currency: Currency, amount: z.number() })),
});
export type Selection = z.infer<typeof Selection>;

/**
 * Freezes what the list's filters find, in the order of its sort. `leadIds` is one more filter: of these leads alone,
 * those that still are there and that the caller may see.
 */
export const freezeSelection = endpoint({
  method: 'POST',
  path: '/leads/selections',
  body: LeadFilters.extend({
    ...leadOrder,
    leadIds: z
      .array(id, { error: 'Must be a list of ids' })
      .min(1, { error: 'Select at least one lead' })
      .max(MOST_LEADS_NAMED, { error: `At most ${MOST_LEADS_NAMED} leads` })
      .optional(),
  }),
  data: Selection,
});

/** A selection of the caller's own. */
export const getSelection = endpoint({
  method: 'GET',
  path: '/leads/selections/:id',
  params: byId,
  data: Selection,
});
