import { isIP } from 'node:net';
import type { PostbackId, TenantId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { hostOf } from '@crm/events/postbacks/address.ts';
import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import { postbackStream } from '@crm/events/streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Partners } from '@crm/platform/net/partners.ts';

/**
 * Refuses a URL whose host is a non-public address. A name is checked only when a request connects, because its
 * addresses may change.
 */
export function unlessPublic({ admits }: Partners, url: string | undefined): Refused | null {
  if (url === undefined) return null;
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  const address = /^(?:.+\.)?localhost\.?$/i.test(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 || admits(address)) return null;
  return refused('bad-input', { errors: { url: 'This address is not a public one' } });
}

/** Reads a postback from its stream; null if it does not exist or belongs to another tenant. */
export async function readPostback(store: EventStore, tenant: TenantId, id: PostbackId) {
  const history = await load(store, postbacks.types, postbackStream(id));
  if (history.tenant !== tenant) return null;
  const postback = fold(postbacks.decider, history.events);
  return postback.phase === 'present' ? postback : null;
}
