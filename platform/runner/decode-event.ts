import { decode, type EventOf, type EventTypes } from '@crm/events/language/define.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import { NotYet } from '../failures/classify.ts';

/**
 * Decodes an event for a consumer and upcasts it to its newest version. Throws NotYet for an event of a newer program,
 * so that the consumer waits for that program; throws an error for an event that is none of these types.
 */
export function decodeEvent<T extends EventTypes>(types: T, recorded: RecordedEvent): EventOf<T> {
  const decoded = decode(types, recorded);
  switch (decoded.kind) {
    case 'event':
      return decoded.event;
    case 'newer':
      throw new NotYet(`${decoded.type} v${decoded.version} is newer than this program (v${decoded.known})`);
    case 'foreign':
      throw new Error(`${decoded.type} is not an event of this consumer`);
    default:
      return decoded satisfies never;
  }
}
