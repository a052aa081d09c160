import { withChanges } from '@crm/events/language/changes.ts';
import type { Currency } from '@crm/events/language/money.ts';
import type { OfferCategory } from '@crm/events/offers/categories.ts';
import { type OfferDetails, type OfferEvent, offerEvents } from '@crm/events/offers/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf, peopleOf } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

export type OfferRow = {
  id: string;
  tenant: string;
  name: string;
  category: OfferCategory;
  /** Minor units of `currency`. */
  price: number;
  currency: Currency;
  /** Null means unlimited. */
  stock_quantity: number | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  /** Of its stream. */
  revision: number;
};

export function foldOffer(row: OfferRow | null, event: Recorded<OfferEvent>): OfferRow | null {
  if (event.type === 'OfferCreated') {
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      ...columnsOf(event.data.details),
      created_at: event.at,
      updated_at: event.at,
      revision: event.revision,
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'OfferEdited':
      return {
        ...row,
        ...columnsOf(withChanges(detailsOf(row), event.data.changes)),
        updated_at: event.at,
        revision: event.revision,
      };
    case 'OfferDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

function columnsOf(details: OfferDetails) {
  const { name, category, price, currency } = details;
  return {
    name,
    category,
    price,
    currency,
    stock_quantity: details.stockQuantity,
    is_active: details.isActive,
  };
}

function detailsOf(row: OfferRow): OfferDetails {
  const { name, category, price, currency } = row;
  return { name, category, price, currency, stockQuantity: row.stock_quantity, isActive: row.is_active };
}

export const offerColumns: { [Column in keyof OfferRow]: string } = {
  id: 'uuid not null',
  tenant: 'uuid not null',
  name: 'text not null',
  category: 'text not null',
  price: 'bigint not null',
  currency: 'text not null',
  stock_quantity: 'bigint',
  is_active: 'boolean not null',
  created_at: 'timestamptz not null',
  updated_at: 'timestamptz not null',
  revision: 'integer not null',
};

const offers = table<OfferRow, OfferEvent>({
  name: 'offers',
  columns: offerColumns,
  key: ['id'],
  // A tenant has few offers, so other filters scan this index.
  indexes: { offers_tenant: '(tenant, created_at, id)' },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldOffer,
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    const room = isSameForOperators(before, after) ? adminsOf(row.tenant) : peopleOf(row.tenant);
    return [{ room, topic: 'offers', id: row.id }];
  },
});

/**
 * The columns of an offer that operators see: they pick it by name in filters and forms, and a lead gets its price. Admins
 * see all of it.
 */
const picked = ['name', 'price', 'currency', 'is_active'] as const;

/** Whether a change concerns no column that operators see. A hint to all users makes every open console read all offers again. */
function isSameForOperators(before: OfferRow | null, after: OfferRow | null): boolean {
  return before !== null && after !== null && picked.every((column) => before[column] === after[column]);
}

/** Existing offers. */
export const offersProjection = projection({
  name: 'offers',
  version: 2,
  events: offerEvents,
  tables: [offers],
});
