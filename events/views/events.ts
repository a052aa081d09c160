import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** What a saved view brings back. Names of filters and columns are those of the screen, which knows what they mean. */
export const ViewContent = z.object({
  /** As the list's address has them; one that narrows nothing is not among them. */
  filters: z.record(z.string(), z.string()),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }),
  /** In their order. A width is in rem; null is the column's own. */
  columns: z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
});
export type ViewContent = z.infer<typeof ViewContent>;

export const viewEvents = {
  ViewSaved: event(
    z.object({ owner: z.string(), name: z.string(), isShared: z.boolean(), content: ViewContent }),
  ),
  ViewRenamed: event(z.object({ name: z.string() })),
  ViewChanged: event(z.object({ content: ViewContent })),
  /** With everybody of the tenant. */
  ViewShared: event(z.object({})),
  ViewUnshared: event(z.object({})),
  ViewDeleted: event(z.object({})),
};
export type ViewEvent = EventOf<typeof viewEvents>;

/** What a person looks at, in a stream of their own: it follows them to the next computer. */
export const viewerEvents = {
  /** Null is the list without a view. */
  ViewChosen: event(z.object({ view: z.string().nullable() })),
};
export type ViewerEvent = EventOf<typeof viewerEvents>;
