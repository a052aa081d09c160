import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import type { NewEvent, RecordedEvent } from '../port.ts';
import type { Written } from './batch-append.ts';
import type { Read } from './client.ts';
import { positionOf } from './position.ts';

/** The metadata of an event in EventStoreDB. */
type Metadata = {
  version: number;
  meta: EventMeta;
  /** Names that the event's stream releases with this event (reservations.ts). */
  releases?: readonly string[];
  /** The original time of an event that was copied from another store. */
  at?: string;
  /** EventStoreDB's projections and web UI use these names. */
  $correlationId: string;
  $causationId?: string;
};

export function writtenOf(event: NewEvent, more: Pick<Metadata, 'releases' | 'at'> = {}): Written {
  const { id, type, version, data, meta } = event;
  const metadata: Metadata = {
    version,
    meta,
    ...more,
    $correlationId: meta.correlationId,
    ...(meta.causationId !== null && { $causationId: meta.causationId }),
  };
  return { id, type, data, metadata };
}

/** Converts an event to the port's type; null for system events and events of other programs. */
export function recordedOf(event: Read): RecordedEvent | null {
  const metadata = metadataOf(event);
  if (!metadata) return null;
  return {
    id: event.id,
    type: event.type,
    version: metadata.version,
    stream: event.stream,
    revision: event.revision,
    position: positionOf(event.position),
    data: event.data,
    meta: metadata.meta,
    at: metadata.at === undefined ? event.at : new Date(metadata.at),
  };
}

/** Names that an event releases. */
export const releasesOf = (event: Read): readonly string[] => metadataOf(event)?.releases ?? [];

function metadataOf({ metadata }: Read): Metadata | null {
  const ours =
    typeof metadata === 'object' && metadata !== null && 'version' in metadata && 'meta' in metadata;
  return ours ? (metadata as Metadata) : null; // a cast at the store boundary: only writtenOf writes both fields
}
