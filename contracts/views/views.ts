import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, flag, id, instant, nothing, requiredText } from '../fields.ts';
import { texts } from '../texts.ts';

/** A word of the screen: the name of a filter, of a column, of what is sorted by. */
const word = requiredText(1, 40);

const MOST_COLUMNS = 60;
const MOST_FILTERS = 30;

/** As an address has them. Five hundred order ids fit. */
const Filters = z
  .record(word, z.string({ error: 'Must be text' }).max(20_000, { error: texts.atMost(20_000) }), {
    error: 'Must be an object of fields',
  })
  .refine((filters) => Object.keys(filters).length <= MOST_FILTERS, {
    error: `At most ${MOST_FILTERS} filters`,
  });

const width = z
  .number({ error: 'Must be a number' })
  .min(2, { error: 'Must be at least 2' })
  .max(100, { error: 'Cannot exceed 100' });

/** What a view brings back (spec: a user's named filters, sort and columns). */
const content = {
  filters: Filters,
  sort: z.strictObject(
    { by: word, order: z.enum(['asc', 'desc'], { error: 'Must be asc or desc' }) },
    { error: 'Must be an object of fields' },
  ),
  columns: z
    .array(
      z.strictObject(
        { id: word, shown: z.boolean({ error: 'Must be true or false' }), width: width.nullable() },
        { error: 'Must be an object of fields' },
      ),
      { error: 'Must be a list' },
    )
    .max(MOST_COLUMNS, { error: `At most ${MOST_COLUMNS} columns` })
    .refine((columns) => new Set(columns.map((column) => column.id)).size === columns.length, {
      error: 'Each column once',
    }),
};

const name = requiredText(1, 60);

/** A saved view as its list shows it. */
export const View = z.object({
  _id: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  /** The caller's own. */
  isOwn: z.boolean(),
  /** The caller may rename, change and delete it. */
  mayChange: z.boolean(),
  /** Whose it is; null when they have left. */
  ownerName: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }),
  columns: z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
  createdAt: instant,
  updatedAt: instant,
});
export type View = z.infer<typeof View>;

/** The caller's own views and those that are shared with them, by name. */
export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  data: z.object({
    views: z.array(View),
    /** What the caller looked at last; null for the list without a view, and for a view that they see no more. */
    lastUsed: z.string().nullable(),
  }),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/views',
  body: z.strictObject({ name, isShared: flag.default(false), ...content }),
  data: z.object({ view: View.pick({ _id: true, name: true }) }),
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/views/:id',
  params: byId,
  /** The three parts of what it brings back come together, as they stand on one screen. */
  body: z.strictObject({ name, isShared: flag, content: z.strictObject(content) }).partial(),
  data: nothing,
});

export const deleteView = endpoint({ method: 'DELETE', path: '/views/:id', params: byId, data: nothing });

/** Keeps what the caller looks at, for when the list is opened again, here or on another computer. */
export const chooseView = endpoint({
  method: 'PUT',
  path: '/views/last-used',
  body: z.strictObject({ viewId: id.nullable() }),
  data: nothing,
});
