import { z } from 'zod';
import type { LeadChanges, LeadDetails } from './details.ts';
import { storedSchemas } from './fields/kinds.ts';
import { type FieldGroup, fieldGroups, fieldList } from './fields/list.ts';

/** An edit as its event keeps it: each changed field with its old and its new value. */
export type LeadEdits = {
  [G in FieldGroup]?: { [Key in keyof LeadDetails[G]]?: Edit<LeadDetails[G][Key]> | undefined } | undefined;
};
/** `from` is absent in edits of version 1, which kept new values alone. A field that was empty has null. */
type Edit<Value> = { from?: Value | undefined; to: Value };

const groupSchemas = fieldGroups.map((group) => {
  const fields = fieldList.filter((field) => field.group === group);
  const edits = fields.map(({ key, kind }) => {
    const value = storedSchemas[kind];
    return [key, z.object({ from: value.optional(), to: value }).optional()] as const;
  });
  return [group, z.object(Object.fromEntries(edits)).optional()] as const;
});
// Built from the catalogue at runtime, as the type is from its type.
export const LeadEdits = z.object(Object.fromEntries(groupSchemas)) as unknown as z.ZodType<LeadEdits>;

type Values = Record<string, Record<string, unknown> | undefined>;

/** Applies a function to each value that is not undefined, by group and key. */
function mapValues(values: Values, of: (value: unknown, group: string, key: string) => unknown): Values {
  const mapped: Values = {};
  for (const [group, fields] of Object.entries(values)) {
    if (!fields) continue;
    const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
    mapped[group] = Object.fromEntries(defined.map(([key, value]) => [key, of(value, group, key)]));
  }
  return mapped;
}

/** The edit that makes these changes to these details. */
export function editsOf(details: LeadDetails, changes: LeadChanges): LeadEdits {
  const before: Values = details;
  return mapValues(changes, (to, group, key) => ({ from: before[group]?.[key], to })) as LeadEdits; // the same keys
}

/** The new values of an edit. */
export function newValuesOf(edits: LeadEdits): LeadChanges {
  return mapValues(edits, (edit) => (edit as Edit<unknown>).to) as LeadChanges; // the same keys
}

/** The edit with old values where version 1 did not keep them, from the details before it. */
export function withOldValues(edits: LeadEdits, before: LeadDetails): LeadEdits {
  const details: Values = before;
  return mapValues(edits, (edit, group, key) => ({
    from: details[group]?.[key],
    ...(edit as Edit<unknown>), // as LeadEdits has it
  })) as LeadEdits; // the same keys
}

/** Version 1 of an edit kept new values alone: its old values are unknown. */
export function upcastEdit(v1: unknown): unknown {
  const { changes } = v1 as { changes: Values }; // as version 1 was written
  return { changes: mapValues(changes, (to) => ({ to })) };
}
