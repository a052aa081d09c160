import { Currency } from '@crm/events/language/currency.ts';
import { absentOr } from '@crm/events/language/field-errors.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, id } from '../fields.ts';
import { LARGEST_PAGE } from '../limits.ts';
import { MOST_LEADS_NAMED } from './constants.ts';
import { leadOrder, SelectionFilters } from './read.ts';

/** The leads that matched at one moment, in the list's order: the input of a batch or an export. */
const Selection = z.object({
  _id: z.string(),
  total: z.int(),
  /** The total value of the leads per currency; decimal numbers. */
  totalValue: z.array(z.object({ currency: Currency, amount: z.number() })),
});
export type Selection = z.infer<typeof Selection>;

/** A new selection, with its leads: a lead is in it if bit `number % 8` of byte `number / 8` is set. */
const FrozenSelection = Selection.extend({ numbers: z.base64() });
export type FrozenSelection = z.infer<typeof FrozenSelection>;

/**
 * Freezes the leads that match the list's filters, in the order of its sort. `leadIds` is an additional
 * filter: only those of them that still exist and that the caller may see.
 */
export const freezeSelection = endpoint({
  method: 'POST',
  path: '/leads/selections',
  body: SelectionFilters.extend({
    ...leadOrder,
    leadIds: z
      .array(id, { error: absentOr('Must be a list of ids') })
      .min(1, { error: 'Select at least one lead' })
      .max(MOST_LEADS_NAMED, { error: `At most ${MOST_LEADS_NAMED} leads` })
      .optional(),
  }),
  data: FrozenSelection,
  ignoresIdempotencyKey: true,
});

/** A selection of the caller. */
export const getSelection = endpoint({
  method: 'GET',
  path: '/leads/selections/:id',
  params: byId,
  data: Selection,
});

/**
 * Which of these leads a selection of the caller has: for leads that `numbers` of the new selection does not know. One that
 * was deleted and restored has another number since.
 */
export const leadsOfSelection = endpoint({
  method: 'GET',
  path: '/leads/selections/:id/leads',
  params: byId,
  query: z.strictObject({
    leadIds: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',') : value),
      z
        .array(id, { error: absentOr('Must be a list of ids') })
        .max(LARGEST_PAGE, { error: `At most ${LARGEST_PAGE} ids` }),
    ),
  }),
  data: z.object({ leadIds: z.array(z.string()) }),
});
