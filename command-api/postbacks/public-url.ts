import { isIP } from 'node:net';
import { hostOf } from '@crm/events/postbacks/address.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import type { Partners } from '@crm/platform/net/partners.ts';

/**
 * Refuses a URL whose host is a non-public address; null when there is none to refuse. A name is checked only when a request
 * connects, because its addresses may change.
 */
export function refuseNonPublic({ admits }: Partners, url: string | undefined): Refused | null {
  if (url === undefined) return null;
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  const address = /^(?:.+\.)?localhost\.?$/i.test(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 || admits(address)) return null;
  return refused('bad-input', { errors: { url: 'This address is not a public one' } });
}
