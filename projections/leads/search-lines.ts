import type { LeadChanges } from '@crm/events/leads/details.ts';
import { newValuesOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { fieldList } from '@crm/events/leads/fields/list.ts';

/** A line of a lead's search text: a field, searched as text or by its digits. */
type Line = (typeof lines)[number];

/** The lines after line 0, which is the order id. */
export const lines = fieldList.flatMap(({ group, key, personal, search = [] }) =>
  search.map((by) => ({ group, key, personal, by })),
);

/** Whether the event may change the search text of a lead that exists. */
export function editsText(event: LeadEvent): boolean {
  if (event.type === 'LeadErased') return true;
  if (event.type !== 'LeadEdited') return false;
  const values = newValuesOf(event.data.changes);
  return lines.some((line) => newValue(values, line) !== undefined);
}

/** A field's new value as text; undefined when it does not change. */
export function newValue(values: LeadChanges, { group, key }: Line): string | undefined {
  const groups: Record<string, Record<string, unknown> | undefined> = values;
  const value = groups[group]?.[key];
  return value === undefined ? undefined : String(value ?? '');
}
