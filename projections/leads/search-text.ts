import type { LeadChanges, LeadDetails } from '@crm/events/leads/details.ts';
import { newValuesOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Recorded } from '../projection.ts';
import { foldText } from '../search/fold-text.ts';
import { digitsOf } from '../search/phone.ts';
import { editNumberOf, leadNumberOf } from './numbers.ts';
import { editsText, lines, newValue } from './search-lines.ts';

/**
 * The search text of a lead, folded (fold-text.ts): line 0 is the order id, then one line for each searched text or
 * number of the catalogue. The order of lines is fixed, so that an edit finds its line. `edited` is the number of the
 * last edit of the text (numbers.ts), null before the first one.
 */
export type SearchRow = { id: string; tenant: string; number: number; search: string; edited: number | null };

/** Only a change of the text updates the row: its trigram index is the most expensive index to maintain. */
export function searchKeyOf(event: LeadEvent & { stream: string }): { id: string } | null {
  switch (event.type) {
    case 'LeadCreated':
    case 'LeadDeleted':
      return { id: idOf(event.stream) };
    case 'LeadRestored':
      return event.data.deleted && { id: idOf(event.stream) };
    default:
      return editsText(event) ? { id: idOf(event.stream) } : null;
  }
}

export function foldSearch(row: SearchRow | null, event: Recorded<LeadEvent>): SearchRow | null {
  switch (event.type) {
    case 'LeadCreated':
      return entered(event, event.data);
    case 'LeadRestored':
      return event.data.deleted ? entered(event, event.data.deleted) : row;
    case 'LeadEdited':
      return row && edited(row, event, withLines(row.search, newValuesOf(event.data.changes)));
    case 'LeadErased':
      return row && edited(row, event, withoutPersonal(row.search));
    case 'LeadDeleted':
      return null;
    default:
      return row;
  }
}

function entered(
  event: Recorded<LeadEvent>,
  { orderId, details }: { orderId: string; details: LeadDetails },
): SearchRow {
  const search = withLines(foldText(orderId), details);
  return {
    id: idOf(event.stream),
    tenant: event.meta.tenant,
    number: leadNumberOf(event),
    search,
    edited: null,
  };
}

const edited = (row: SearchRow, event: Recorded<LeadEvent>, search: string): SearchRow => ({
  ...row,
  search,
  edited: editNumberOf(event),
});

/** Replaces the lines that the values change. */
function withLines(text: string, values: LeadChanges): string {
  const [orderId, ...before] = text.split('\n');
  const after = lines.map((line, n) => {
    const value = newValue(values, line);
    if (value === undefined) return before[n] ?? '';
    return line.by === 'digits' ? digitsOf(value) : foldText(value);
  });
  return [orderId, ...after].join('\n');
}

function withoutPersonal(text: string): string {
  const [orderId, ...rest] = text.split('\n');
  return [orderId, ...rest.map((line, n) => (lines[n]?.personal ? '' : line))].join('\n');
}
