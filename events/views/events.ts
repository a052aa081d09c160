import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** The content of a saved view. Names of filters and columns are defined by the console. */
export const ViewContent = z.object({
  /** As in the list's URL, without default values. */
  filters: z.record(z.string(), z.string()),
  /** Null in a list with one order. */
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }).nullable(),
  /** In order. A width is in rem; null means the column's default. */
  columns: z.array(z.object({ id: z.string(), shown: z.boolean(), width: z.number().nullable() })),
});
export type ViewContent = z.infer<typeof ViewContent>;

/** The list of all views from the time when no other list had any. */
const FIRST_LIST = 'leads';
const ofFirstList = (v1: unknown) => ({ list: FIRST_LIST, ...(v1 as object) });
/** Version 1 had an order in every view; version 2 allows none, so the old data is valid as it is. */
const unchanged = (v1: unknown) => v1;

export const viewEvents = {
  ViewSaved: event(
    z.object({
      /** The name of the list, as the contracts define it. */
      list: z.string(),
      owner: z.guid(),
      name: z.string(),
      isShared: z.boolean(),
      content: ViewContent,
    }),
    ofFirstList,
  ),
  ViewRenamed: event(z.object({ name: z.string() })),
  ViewChanged: event(z.object({ content: ViewContent }), unchanged),
  /** Shared with all users of the tenant. */
  ViewShared: event(z.object({})),
  ViewUnshared: event(z.object({})),
  ViewDeleted: event(z.object({})),
};
export type ViewEvent = EventOf<typeof viewEvents>;

/** The chosen view of a user in each list, in a stream per user, so that it applies on every device. */
export const viewerEvents = {
  /** Null means the list without a view. */
  ViewChosen: event(z.object({ list: z.string(), view: z.string().nullable() }), ofFirstList),
};
export type ViewerEvent = EventOf<typeof viewerEvents>;
