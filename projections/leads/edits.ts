import type { TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { fromMinor } from '@crm/events/language/money.ts';
import type { LeadChanges, LeadDetails } from '@crm/events/leads/details.ts';

type Edit = TimelineEntry['metadata']['changes'][number];
/** Names of offers by id. A deleted offer is shown by its id. */
export type OfferNames = ReadonlyMap<string, string>;

/** Lists the changed fields of an edit, with field names and values as users see them. */
export function editsOf(before: LeadDetails, changes: LeadChanges, offers: OfferNames): Edit[] {
  const { product = {} } = changes;
  const { offerId, name, toBeShipped, price, total, advance, ...rest } = product;
  const was = before.product;
  return [
    ...edited(before.customer, changes.customer ?? {}),
    ...edited(before.address, changes.address ?? {}),
    ...one('offer', offerName(was.offerId, offers), offerName(offerId, offers)),
    ...one('productName', was.name, name),
    ...one('productToBeShipped', was.toBeShipped, toBeShipped),
    ...one('price', decimal(was.price), decimal(price)),
    ...one('total', decimal(was.total), decimal(total)),
    ...one('advanceAmount', decimal(was.advance), decimal(advance)),
    ...edited(was, rest),
    ...edited(before.source, changes.source ?? {}),
    ...edited(before.handling, changes.handling ?? {}),
  ];
}

/** Fields with the same name in the contract and in events. */
function edited<T extends object>(before: T, changes: { [K in keyof T]?: T[K] | undefined }): Edit[] {
  // The keys of `changes` are keys of T.
  return Object.entries(changes).flatMap(([field, to]) => one(field, before[field as keyof T], to));
}

/** Undefined means that the edit does not change the field. */
function one(field: string, from: unknown, to: unknown): Edit[] {
  return to === undefined ? [] : [{ field, from: textOf(from), to: textOf(to) }];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const decimal = (minor: number | null | undefined) =>
  typeof minor === 'number' ? fromMinor(minor).toFixed(2) : minor;

const offerName = (id: string | null | undefined, offers: OfferNames) =>
  typeof id === 'string' ? (offers.get(id) ?? id) : id;
