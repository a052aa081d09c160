import type { EventOf } from '@crm/events/language/define.ts';
import { idOf } from '@crm/events/streams.ts';
import {
  type ViewContent,
  type ViewEvent,
  type ViewerEvent,
  viewEvents,
  viewerEvents,
} from '@crm/events/views/events.ts';
import { peopleOf, userRoom } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type ViewRow = {
  id: string;
  tenant: string;
  list: string;
  owner: string;
  name: string;
  is_shared: boolean;
  content: ViewContent;
  created_at: Date;
  updated_at: Date;
};

const consumed = { ...viewEvents, ...viewerEvents };
type Consumed = EventOf<typeof consumed>;

export function foldView(row: ViewRow | null, event: Recorded<ViewEvent>): ViewRow | null {
  if (event.type === 'ViewSaved') {
    const { list, owner, name, isShared, content } = event.data;
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      list,
      owner,
      name,
      is_shared: isShared,
      content,
      created_at: event.at,
      updated_at: event.at,
    };
  }
  if (!row) return null;
  const touched = { ...row, updated_at: event.at };
  switch (event.type) {
    case 'ViewRenamed':
      return { ...touched, name: event.data.name };
    case 'ViewChanged':
      return { ...touched, content: event.data.content };
    case 'ViewShared':
      return { ...touched, is_shared: true };
    case 'ViewUnshared':
      return { ...touched, is_shared: false };
    case 'ViewDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

const isOfView = (event: Recorded<Consumed>): event is Recorded<ViewEvent> => event.type !== 'ViewChosen';

const views = table<ViewRow, Consumed>({
  name: 'views',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    list: 'text not null',
    owner: 'uuid not null',
    name: 'text not null',
    is_shared: 'boolean not null',
    content: 'jsonb not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: {
    views_owner: '(tenant, owner, list)',
    views_shared: '(tenant, list) where is_shared',
  },
  keyOf: (event) => (isOfView(event) ? { id: idOf(event.stream) } : null),
  fold: (row, event) => (isOfView(event) ? foldView(row, event) : row),
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    const hint = { topic: 'views', id: row.id };
    // Also hints to users with whom it was shared until now.
    const everybodys = before?.is_shared || after?.is_shared;
    return [{ room: everybodys ? peopleOf(row.tenant) : userRoom(row.owner), ...hint }];
  },
});

type ChoiceRow = { user_id: string; list: string; tenant: string; view_id: string | null };

/** The view that each user chose last in each list. */
const choices = table<ChoiceRow, Consumed>({
  name: 'view_choices',
  columns: { user_id: 'uuid not null', list: 'text not null', tenant: 'uuid not null', view_id: 'uuid' },
  key: ['user_id', 'list'],
  keyOf: (event) => (isOfView(event) ? null : { user_id: idOf(event.stream), list: event.data.list }),
  fold: (row, event) => (isOfView(event) ? row : choiceOf(event)),
});

const choiceOf = ({ stream, meta, data }: Recorded<ViewerEvent>): ChoiceRow => ({
  user_id: idOf(stream),
  list: data.list,
  tenant: meta.tenant,
  view_id: data.view,
});

/** Saved views, and the view that each user chose last in each list. */
export const viewsProjection = projection({
  name: 'views',
  version: 2,
  events: consumed,
  tables: [views, choices],
});
