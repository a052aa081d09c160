import type { PostbackId, TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { postbackStream } from '@crm/events/streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';

/** Reads a postback from its stream; null if it does not exist or belongs to another tenant. */
export async function readPostback(store: EventStore, tenant: TenantId, id: PostbackId) {
  const history = await load(store, postbacks.types, postbackStream(id));
  if (history.tenant !== tenant) return null;
  const postback = fold(postbacks.decider, history.events);
  return postback.phase === 'present' ? postback : null;
}
