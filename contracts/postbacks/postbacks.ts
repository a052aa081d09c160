import { placeholders } from '@crm/events/postbacks/placeholders.ts';
import { TriggerEvent } from '@crm/events/postbacks/vocabulary-schemas.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, flag, instant, nothing, pageQuery, searchText, seenRevision } from '../fields.ts';
import { PostbackForm, postbackFields } from './form.ts';
import { Postback } from './postback.ts';

export const listPostbacks = endpoint({
  method: 'GET',
  path: '/postbacks',
  query: z.strictObject({
    ...pageQuery,
    search: searchText,
    isActive: flag.optional(),
    triggerEvent: TriggerEvent.optional(),
  }),
  data: z.array(Postback),
  paged: true,
});

/** Postbacks by name, for pickers; includes inactive ones, because their logs still exist. */
export const pickPostbacks = endpoint({
  method: 'GET',
  path: '/postbacks/names',
  data: z.array(Postback.pick({ _id: true, name: true, isActive: true })),
});

export const getPostback = endpoint({
  method: 'GET',
  path: '/postbacks/:id',
  params: byId,
  data: z.object({ postback: Postback }),
});

/** All placeholders with their values for the latest real lead; null without a value. */
export const listPlaceholders = endpoint({
  method: 'GET',
  path: '/postbacks/placeholders',
  data: z.object({
    /** The order id of the lead that provides the values. */
    orderId: z.string().nullable(),
    placeholders: z.array(
      z.object({
        /** A built-in name, or `extra.NAME`. */
        name: z.string().meta({ examples: [...placeholders] }),
        value: z.string().nullable(),
      }),
    ),
  }),
});

/** `secret` signs every request (`whsec_…`); only this answer contains it. */
export const createPostback = endpoint({
  method: 'POST',
  path: '/postbacks',
  body: PostbackForm,
  data: z.object({ postback: Postback.pick({ _id: true, name: true }), secret: z.string() }),
  statuses: [201],
});

export const updatePostback = endpoint({
  method: 'PUT',
  path: '/postbacks/:id',
  params: byId,
  body: postbackFields.partial().extend({ revision: seenRevision }),
  data: nothing,
});

export const deletePostback = endpoint({
  method: 'DELETE',
  path: '/postbacks/:id',
  params: byId,
  data: nothing,
});

/** Turns the postback on or off: to `isActive` if sent, else to the opposite state. */
export const togglePostback = endpoint({
  method: 'POST',
  path: '/postbacks/:id/toggle',
  params: byId,
  body: z.strictObject({ isActive: flag.optional() }),
  data: z.object({ isActive: z.boolean() }),
});

/**
 * Replaces the signing secret; only this answer contains the new one. The previous one also signs until
 * `previousUntil`.
 */
export const rollSecret = endpoint({
  method: 'POST',
  path: '/postbacks/:id/roll-secret',
  params: byId,
  data: z.object({ secret: z.string(), previousUntil: instant }),
});

/** Problems to show to admins: a postback that turned itself off, or that fails. */
export const postbackHealth = endpoint({
  method: 'GET',
  path: '/postbacks/health',
  data: z.array(
    z.object({
      postback: Postback.pick({ _id: true, name: true }),
      problem: z.enum(['gone', 'failing']),
      /**
       * Percentage of deliveries that succeeded in the last hour, to one decimal; null when it turned itself
       * off.
       */
      successRate: z.number().nullable(),
      since: instant,
    }),
  ),
});
