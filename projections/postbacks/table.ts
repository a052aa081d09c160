import { withChanges } from '@crm/events/language/changes.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { type PostbackEvent, postbackEvents } from '@crm/events/postbacks/events.ts';
import { secretsOf } from '@crm/events/postbacks/secrets.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import type { DisabledReason } from '@crm/events/postbacks/vocabulary-schemas.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type PostbackRow = {
  id: string;
  tenant: string;
  name: string;
  url: string;
  trigger_events: TriggerEvent[];
  details: PostbackDetails;
  is_active: boolean;
  /** Why and since when it is off; null while it is on. */
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  /** Names of the secrets that are set. */
  secrets: string[];
  previous_secret_until: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Of its stream. */
  revision: number;
};

function foldPostback(row: PostbackRow | null, event: Recorded<PostbackEvent>): PostbackRow | null {
  if (event.type === 'PostbackCreated') {
    const { details, isActive, secrets } = event.data;
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      ...columnsOf(details),
      is_active: isActive,
      disabled_reason: isActive ? null : 'by-hand',
      disabled_at: isActive ? null : event.at,
      secrets: [...secrets],
      previous_secret_until: null,
      created_at: event.at,
      updated_at: event.at,
      revision: event.revision,
    };
  }
  if (!row) return null;
  const touched = { ...row, updated_at: event.at, revision: event.revision };
  switch (event.type) {
    case 'PostbackEdited': {
      const details = withChanges(row.details, event.data.changes);
      const set = new Set([...row.secrets, ...event.data.secrets]);
      const secrets = secretsOf(details).filter((name) => set.has(name));
      return { ...touched, ...columnsOf(details), secrets };
    }
    case 'PostbackEnabled':
      return { ...touched, is_active: true, disabled_reason: null, disabled_at: null };
    case 'PostbackDisabled':
      return { ...touched, is_active: false, disabled_reason: event.data.reason, disabled_at: event.at };
    case 'PostbackSecretRolled':
      return { ...touched, previous_secret_until: new Date(event.data.previousUntil) };
    case 'PostbackDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

function columnsOf(details: PostbackDetails) {
  const { name, url, triggerEvents } = details;
  return { name, url, trigger_events: [...triggerEvents], details };
}

const postbacks = table<PostbackRow, PostbackEvent>({
  name: 'postbacks',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    name: 'text not null',
    url: 'text not null',
    trigger_events: 'text[] not null',
    details: 'jsonb not null',
    is_active: 'boolean not null',
    disabled_reason: 'text',
    disabled_at: 'timestamptz',
    secrets: 'text[] not null',
    previous_secret_until: 'timestamptz',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    revision: 'integer not null',
  },
  key: ['id'],
  // A tenant has few postbacks, so other filters scan this index.
  indexes: { postbacks_tenant: '(tenant, created_at, id)' },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldPostback,
  hints: (before, after) => {
    const row = after ?? before;
    return row ? [{ room: adminsOf(row.tenant), topic: 'postbacks', id: row.id }] : [];
  },
});

/** Existing postbacks. */
export const postbacksProjection = projection({
  name: 'postbacks',
  version: 2,
  events: postbackEvents,
  tables: [postbacks],
});
