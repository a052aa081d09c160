import { z } from 'zod';
import { changedFields, withChanges } from '../language/changes.ts';
import { blankValues, type Stored, storedSchemas } from './fields/kinds.ts';
import { type FieldGroup, fieldGroups, fieldList, type KeyOf, type KindOf } from './fields/list.ts';
import type { leadFields } from './fields.ts';

/** The fields of a group as an event keeps them. */
type Group<Fields> = {
  [Name in keyof Fields as KeyOf<Fields[Name], Name & string>]: Stored<KindOf<Fields[Name]>>;
};
/** All that is known of a lead's order, by the groups of the catalogue (fields.ts). */
export type LeadDetails = { [G in FieldGroup]: Group<(typeof leadFields)[G]> };

/** A value for each group of the catalogue, made of a value for each of its fields, by the names of the event. */
function perGroup<Value, Result>(
  of: (field: (typeof fieldList)[number]) => Value,
  resultOf: (values: Record<string, Value>) => Result,
): Record<string, Result> {
  const groups = fieldGroups.map((group) => {
    const fields = fieldList.filter((field) => field.group === group);
    return [group, resultOf(Object.fromEntries(fields.map((field) => [field.key, of(field)])))] as const;
  });
  return Object.fromEntries(groups);
}

// Built from the catalogue at runtime, as the types above are from its type.
export const LeadDetails = z.object(
  perGroup(({ kind }) => storedSchemas[kind], z.object),
) as unknown as z.ZodType<LeadDetails>;

/** The details of a lead of which nothing is known. */
export const blankDetails = perGroup(
  ({ kind }) => blankValues[kind],
  (values) => values,
) as LeadDetails; // as above

/** New values of any of the fields; an absent field stays as it is. */
export type LeadChanges = {
  [G in FieldGroup]?: { [Key in keyof LeadDetails[G]]?: LeadDetails[G][Key] | undefined } | undefined;
};

export function applyChanges(details: LeadDetails, changes: LeadChanges): LeadDetails {
  return {
    customer: withChanges(details.customer, changes.customer),
    address: withChanges(details.address, changes.address),
    product: withChanges(details.product, changes.product),
    source: withChanges(details.source, changes.source),
    handling: withChanges(details.handling, changes.handling),
  };
}

/** The total follows a change of price or quantity, unless the edit sets it too. */
export function withTotal(details: LeadDetails, changes: LeadChanges): LeadChanges {
  const before = details.product;
  const after = withChanges(before, changes.product);
  const follows = after.price !== before.price || after.quantity !== before.quantity;
  if (!follows || changes.product?.total !== undefined) return changes;
  return { ...changes, product: { ...changes.product, total: after.price * after.quantity } };
}

/**
 * Whether an edit names a total that its lead would not have: neither price times quantity, nor the total that the lead
 * has already, for example one that a partner gave, while price and quantity stay.
 */
export function totalDiffers(details: LeadDetails, changes: LeadChanges): boolean {
  const total = changes.product?.total;
  const { price, quantity } = withChanges(details.product, changes.product);
  if (total === undefined || total === price * quantity) return false;
  const { product: before } = details;
  return total !== before.total || price !== before.price || quantity !== before.quantity;
}

/** The changes that differ from the details; null when none does. */
export function differences(details: LeadDetails, changes: LeadChanges): LeadChanges | null {
  const customer = changedFields(details.customer, changes.customer ?? {});
  const address = changedFields(details.address, changes.address ?? {});
  const product = changedFields(details.product, changes.product ?? {});
  const source = changedFields(details.source, changes.source ?? {});
  const handling = changedFields(details.handling, changes.handling ?? {});
  const different: LeadChanges = {
    ...(customer && { customer }),
    ...(address && { address }),
    ...(product && { product }),
    ...(source && { source }),
    ...(handling && { handling }),
  };
  return Object.keys(different).length > 0 ? different : null;
}

/** Whether any part of an address is filled. A postal code alone is none: it only says in which town the customer lives. */
export function hasAddress({ postIndex: _, ...parts }: LeadDetails['address']): boolean {
  return Object.values(parts).some((part) => part !== null && part.trim() !== '');
}

/**
 * A phone's digits, without leading zeros of a trunk or 00 prefix: part of the order id of an uploaded row without one, so
 * it must not change.
 */
export function normalisePhone(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^0+/, '');
}
