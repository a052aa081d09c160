import type { LeadId } from '@crm/events/ids.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { foldLead } from '../fold.ts';
import { historyOf } from '../history.ts';
import type { LeadRow } from '../row.ts';

/** Streams of leads that are read at the same time. */
const AT_ONCE = 16;

/** The rows of leads as the read model had them at a moment, in the order of the ids; a lead that was deleted has none. */
export async function leadsThen(store: EventStore, ids: readonly LeadId[], at: Date): Promise<LeadRow[]> {
  const rows: LeadRow[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map((id) => leadThen(store, id, at)));
    rows.push(...found.flatMap((row) => row ?? []));
  }
  return rows;
}

async function leadThen(store: EventStore, id: LeadId, at: Date): Promise<LeadRow | null> {
  let row: LeadRow | null = null;
  for (const event of await historyOf(store, id)) {
    if (event.at > at) break;
    // The number is in no answer.
    row = foldLead(row, { ...event, number: 0 });
  }
  return row;
}
