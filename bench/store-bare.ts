import { randomUUID } from 'node:crypto';
import type { LogPosition } from '@crm/platform/event-store/eventstoredb/position.ts';
import type { NewEvent } from '@crm/platform/event-store/port.ts';
import {
  type AppendToStreamOptions,
  EventStoreDBClient,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  START,
} from '@eventstore/db-client';

/** How EventStoreDB's own client appends: over one open call, or with credentials by a call for each append. */
type BareCall = 'batch' | 'unary';

/** EventStoreDB's own client without the adapter: the floor of the adapter's figures. */
export function openBareClient(url: string) {
  const client = EventStoreDBClient.connectionString(url);
  return {
    async append(call: BareCall, { id, type, version, data, meta }: NewEvent): Promise<void> {
      const event = jsonEvent({ id, type, data: Object(data), metadata: { version, meta } });
      const options: AppendToStreamOptions = { expectedRevision: NO_STREAM };
      if (call === 'unary') options.credentials = { username: 'unary', password: 'unary' };
      await client.appendToStream(`bench-${randomUUID()}`, event, options);
    },
    /** Receives so many events after a position. */
    async follow(after: LogPosition | null, count: number) {
      const subscription = client.subscribeToAll({
        fromPosition: after ?? START,
        filter: excludeSystemEvents(),
      });
      let received = 0;
      for await (const _ of subscription) {
        received += 1;
        if (received >= count) break;
      }
      return { count, took: [] };
    },
    close: () => client.dispose(),
  };
}
