import { absentOr } from '@crm/events/language/field-errors.ts';
import { type FieldName, fieldList } from '@crm/events/leads/fields/list.ts';
import { LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, instant, numeric } from '../fields.ts';

const revision = z
  .int({ error: absentOr('Must be a whole number') })
  .min(0, { error: 'Must be a whole number from 0' })
  .max(1_000_000, { error: 'Cannot exceed 1000000' });

/** The state of a lead apart from its fields; a deleted lead has none, and neither has one that was set aside. */
const LeadState = z.object({
  status: LeadStatus,
  operator: z.string().nullable(),
  /** The status of a request that waited for approval. */
  pendingStatus: LeadStatus.nullable(),
});

/** The lead as it was after one event of its history, beside its present state. Values are readable texts. */
export const LeadAt = z.object({
  revision: z.int(),
  at: instant,
  past: LeadState.nullable(),
  present: LeadState.nullable(),
  /** The revision of the present state: a restoration is made to it, also while the read model of leads is behind. */
  presentRevision: z.int(),
  /** Fields with a past or a present value, in the order of the catalogue. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      past: z.string(),
      present: z.string(),
      differs: z.boolean(),
      /** Whether the caller may restore it. */
      restorable: z.boolean(),
    }),
  ),
});
export type LeadAt = z.infer<typeof LeadAt>;

/** A lead at an event of its history. */
export const getLeadAt = endpoint({
  method: 'GET',
  path: '/leads/:id/at',
  params: byId,
  query: z.strictObject({ revision: numeric(revision) }),
  data: LeadAt,
});

// The names of the catalogue, whose type Object keeps.
const names = fieldList.map(({ name }) => name) as [FieldName, ...FieldName[]];

/** Gives fields the values that they had after an event again, with a new event. */
export const restoreLeadFields = endpoint({
  method: 'POST',
  path: '/leads/:id/restore',
  params: byId,
  body: z.strictObject({
    /** The event whose values return. */
    from: revision,
    fields: z
      .array(z.enum(names, { error: 'Must be names of fields of a lead' }), {
        error: absentOr('Must be a list of fields'),
      })
      .min(1, { error: 'Name at least one field' })
      .max(names.length, { error: `At most ${names.length} fields` }),
    /** The revision that was read; the call is refused if the lead has changed since. */
    revision: revision.optional(),
  }),
  data: z.object({}),
});
