import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';

export const HASH_BYTES = 32;
/** The hash before the first event of a tenant. */
export const NO_HASH = Buffer.alloc(HASH_BYTES);

/**
 * The hash of an event in its tenant's chain: SHA-256 of the hash before it and of all that the store keeps of the event
 * except its position, which differs in another store.
 */
export function nextHash(before: Buffer, event: RecordedEvent): Buffer {
  const { id, type, version, stream, revision, at, data, meta } = event;
  return createHash('sha256')
    .update(before)
    .update(JSON.stringify([id, type, version, stream, revision, at.getTime(), data, meta]))
    .digest();
}
