import type { EventMeta } from '@crm/events/envelope/envelope.ts';
import type { NewEvent, RecordedEvent } from '../port.ts';
import type { Read, Written } from './client.ts';
import { positionOf } from './position.ts';

/** What stands beside an event's data in EventStoreDB. */
type Metadata = {
  version: number;
  meta: EventMeta;
  /** Names that the event's stream gives back with it (reservations.ts). */
  releases?: readonly string[];
  /** When it was first recorded, where it was copied from another store. */
  at?: string;
  /** By these names EventStoreDB's own projections and its web page know them. */
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

/** The event as the port knows it; null when it is none of ours (the server's own, another program's). */
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

/** The names that an event's stream gave back with it. */
export const releasesOf = (event: Read): readonly string[] => metadataOf(event)?.releases ?? [];

function metadataOf({ metadata }: Read): Metadata | null {
  const ours =
    typeof metadata === 'object' && metadata !== null && 'version' in metadata && 'meta' in metadata;
  return ours ? (metadata as Metadata) : null; // an edge: only writtenOf writes those two together
}
