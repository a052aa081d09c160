import type { TenantId } from '@crm/events/ids.ts';
import { decode, type EventOf, type EventTypes } from '@crm/events/language/define.ts';
import type { EventStore, RecordedEvent } from '../event-store/port.ts';
import { RetryLater } from '../failures/classify.ts';

export type History<Event> = {
  /** The tenant that owns the stream; null if the stream does not exist. */
  tenant: TenantId | null;
  revision: number | 'none';
  recorded: readonly RecordedEvent[];
  events: readonly Event[];
};

const PAGE = 1000;

/**
 * A stream has events of a newer program, which runs beside this one during an update. That program can do the work: a call
 * is refused as unavailable, and a batch or a job is tried again, until a retry reaches it.
 */
export class StreamIsNewer extends RetryLater {
  override name = 'StreamIsNewer';
}

/** Loads a whole stream, upcast to the newest event versions. Throws StreamIsNewer on an event of a newer program. */
export async function load<T extends EventTypes>(
  store: Pick<EventStore, 'readStream'>,
  types: T,
  stream: string,
): Promise<History<EventOf<T>>> {
  const recorded: RecordedEvent[] = [];
  for (;;) {
    const page = await store.readStream(stream, { from: recorded.length, limit: PAGE });
    recorded.push(...page);
    if (page.length < PAGE) break;
  }
  return {
    tenant: recorded[0]?.meta.tenant ?? null,
    revision: recorded.at(-1)?.revision ?? 'none',
    recorded,
    events: recorded.map((each) => upcast(types, each)),
  };
}

function upcast<T extends EventTypes>(types: T, recorded: RecordedEvent): EventOf<T> {
  const decoded = decode(types, recorded);
  if (decoded.kind === 'event') return decoded.event;
  const at = `${recorded.stream} at revision ${recorded.revision}`;
  if (decoded.kind === 'foreign')
    throw new StreamIsNewer(`${at} holds a ${decoded.type}, which this program does not know`);
  throw new StreamIsNewer(
    `${at} was written by a newer version (${decoded.type} v${decoded.version}); update this process`,
  );
}
