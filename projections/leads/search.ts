import type { LeadChanges, LeadDetails } from '@crm/events/leads/details.ts';
import { newValuesOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Recorded } from '../projection.ts';
import { foldText } from './fold-text.ts';
import { numberOf } from './numbers.ts';
import { digitsOf, nationalNumber } from './phone.ts';

/**
 * The search text of a lead, folded (fold-text.ts): line 0 is the order id, then one line for each searched text or
 * number of the catalogue. The order of lines is fixed, so that an edit finds its line.
 */
export type SearchRow = { id: string; tenant: string; number: number; search: string };

/** The lines after line 0, which is the order id. */
const lines = fieldList.flatMap(({ group, key, personal, search = [] }) =>
  search.map((by) => ({ group, key, personal, by })),
);

/** Only a change of the text updates the row: its trigram index is the most expensive index to maintain. */
export function searchKeyOf(event: LeadEvent & { stream: string }): { id: string } | null {
  switch (event.type) {
    case 'LeadCreated':
    case 'LeadDeleted':
    case 'LeadErased':
      return { id: idOf(event.stream) };
    case 'LeadRestored':
      return event.data.deleted && { id: idOf(event.stream) };
    case 'LeadEdited': {
      const values = newValuesOf(event.data.changes);
      const changed = lines.some((line) => newValue(values, line) !== undefined);
      return changed ? { id: idOf(event.stream) } : null;
    }
    default:
      return null;
  }
}

export function foldSearch(row: SearchRow | null, event: Recorded<LeadEvent>): SearchRow | null {
  switch (event.type) {
    case 'LeadCreated':
      return entered(event, event.data);
    case 'LeadRestored':
      return event.data.deleted ? entered(event, event.data.deleted) : row;
    case 'LeadEdited':
      return row && { ...row, search: withLines(row.search, newValuesOf(event.data.changes)) };
    case 'LeadErased':
      return row && { ...row, search: withoutPersonal(row.search) };
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
  return { id: idOf(event.stream), tenant: event.meta.tenant, number: numberOf(event), search };
}

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

/** A field's new value as text; undefined when it does not change. */
function newValue(values: LeadChanges, { group, key }: (typeof lines)[number]): string | undefined {
  const groups: Record<string, Record<string, unknown> | undefined> = values;
  const value = groups[group]?.[key];
  return value === undefined ? undefined : String(value ?? '');
}

/**
 * The terms of a search: a lead must contain one term of each inner list. A phone number is found in any format, with or
 * without its country code. A word with signs in it matches one word or several: 'jean-luc' finds 'Jean-Luc', 'Jeanluc'
 * and 'Jean Luc'.
 */
export function searchTerms(typed: string): string[][] {
  const text = foldText(typed);
  // A text of signs only finds nothing, because folded texts have none.
  if (text === '') return typed.trim() === '' ? [] : [[typed.trim()]];
  const phone = nationalNumber(typed, null);
  if (/^[\d\s]+$/.test(text) && phone.length >= 7) return [distinct(text.replaceAll(' ', ''), phone)];
  const words = typed.trim().split(/\s+/);
  const terms = words.map((word) => distinct(foldText(word), foldText(word, ' ')));
  return [...new Map(terms.map((either) => [either.join(), either])).values()]
    .filter(([term]) => term !== '')
    .slice(0, 8);
}

const distinct = (...texts: string[]) => [...new Set(texts)];
