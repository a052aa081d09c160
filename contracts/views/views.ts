import { absentOr } from '@crm/events/language/field-errors.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, flag, id, instant, nothing, requiredText } from '../fields.ts';
import { texts } from '../texts.ts';

/** The lists that keep views. `leads` came first: calls of its time name no list. */
export const viewedLists = [
  'leads',
  'approvals',
  'users',
  'offers',
  'postbacks',
  'postback-logs',
  'audit',
  'organizations',
  'subscriptions',
  'payments',
] as const;
export type ViewedListName = (typeof viewedLists)[number];

const list = z.enum(viewedLists, { error: `Must be one of: ${viewedLists.join(', ')}` }).default('leads');

/** The name of a filter, a column or a sort field. */
const word = requiredText(1, 40);

const MOST_COLUMNS = 60;
const MOST_FILTERS = 30;

/** Filters in URL form. The limit allows 500 order ids. */
const Filters = z
  .record(word, z.string({ error: 'Must be text' }).max(20_000, { error: texts.atMost(20_000) }), {
    error: absentOr('Must be an object of fields'),
  })
  .refine((filters) => Object.keys(filters).length <= MOST_FILTERS, {
    error: `At most ${MOST_FILTERS} filters`,
  });

const width = z
  .number({ error: 'Must be a number' })
  .min(2, { error: 'Must be at least 2' })
  .max(100, { error: 'Cannot exceed 100' });

/** The content of a view: a user's filters, sort and columns, which the view stores under a name. */
const content = {
  filters: Filters,
  /** Null in a list with one order. */
  sort: z
    .strictObject(
      { by: word, order: z.enum(['asc', 'desc'], { error: 'Must be asc or desc' }) },
      { error: absentOr('Must be an object of fields') },
    )
    .nullable(),
  columns: z
    .array(
      z.strictObject(
        { id: word, shown: z.boolean({ error: 'Must be true or false' }), width: width.nullable() },
        { error: 'Must be an object of fields' },
      ),
      { error: absentOr('Must be a list') },
    )
    .max(MOST_COLUMNS, { error: `At most ${MOST_COLUMNS} columns` })
    .refine((columns) => new Set(columns.map((column) => column.id)).size === columns.length, {
      error: 'Each column once',
    }),
};

const name = requiredText(1, 60);

/** A saved view in the list of views. */
export const View = z.object({
  _id: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  /** Whether the caller owns it. */
  isOwn: z.boolean(),
  /** Whether the caller may rename, change and delete it. */
  mayChange: z.boolean(),
  /** The owner's name; null after the owner was deleted. */
  ownerName: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }).nullable(),
  columns: z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
  createdAt: instant,
  updatedAt: instant,
});
export type View = z.infer<typeof View>;

/** The caller's own views of a list and the shared ones, by name. */
export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  query: z.strictObject({ list }),
  data: z.object({
    views: z.array(View),
    /**
     * The view that the caller used last; null for the list without a view, and for a view that is no longer
     * visible.
     */
    lastUsed: z.string().nullable(),
  }),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/views',
  body: z.strictObject({ list, name, isShared: flag.default(false), ...content }),
  data: z.object({ view: View.pick({ _id: true, name: true }) }),
  statuses: [201],
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/views/:id',
  params: byId,
  body: z
    .strictObject({
      name,
      isShared: flag,
      /** The three parts of the content change together, because they belong to one screen. */
      content: z.strictObject(content),
      /** The content that the caller's was made from: refused if it is another one now. */
      seen: z.strictObject(content),
    })
    .partial(),
  data: nothing,
});

export const deleteView = endpoint({ method: 'DELETE', path: '/views/:id', params: byId, data: nothing });

/** Stores the caller's last used view of a list, which the list restores on any device. */
export const chooseView = endpoint({
  method: 'PUT',
  path: '/views/last-used',
  body: z.strictObject({ list, viewId: id.nullable() }),
  data: nothing,
});
