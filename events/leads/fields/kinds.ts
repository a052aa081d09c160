import { z } from 'zod';
import { OfferId } from '../../ids.ts';
import { Currency } from '../../language/currency.ts';
import { IndexedText } from '../../language/indexed-text.ts';
import { OrderSource, PaymentMode } from '../vocabulary-schemas.ts';

const optionalText = z.string().nullable();
/** Minor units of the lead's currency. */
const minor = z.int();

/** Schema of the value in an event, for each kind of field. */
export const storedSchemas = {
  text: optionalText,
  requiredText: z.string(),
  /** As sent; normalisePhone derives the digits. */
  phone: IndexedText,
  optionalPhone: IndexedText.nullable(),
  email: IndexedText.nullable(),
  country: optionalText,
  age: z.int32().nullable(),
  quantity: z.int32(),
  price: minor,
  optionalAmount: minor.nullable(),
  flag: z.boolean(),
  currency: Currency,
  paymentMode: PaymentMode,
  // The generic code does not read the following kinds; each has its own code.
  offer: OfferId.nullable(),
  /** Price times quantity, unless the sender gave a different total. */
  total: minor,
  orderSource: OrderSource,
  /** Unknown fields from a partner, by name. An unknown field never causes the loss of a lead. */
  additional: z.record(z.string(), z.string()),
};
export type FieldKind = keyof typeof storedSchemas;
export type Stored<Kind extends FieldKind> = z.output<(typeof storedSchemas)[Kind]>;

/** Value of a missing field, for each kind. */
export const blankValues: { readonly [Kind in FieldKind]: Stored<Kind> } = {
  text: null,
  requiredText: '',
  phone: '',
  optionalPhone: null,
  email: null,
  country: null,
  age: null,
  quantity: 1,
  price: 0,
  optionalAmount: null,
  flag: false,
  currency: 'USD',
  paymentMode: 'cod',
  offer: null,
  total: 0,
  orderSource: 'manual',
  additional: {},
};

/** Returns whether values of a kind are stored in minor units and shown as decimal numbers. */
export const isAmount = (kind: FieldKind): kind is 'price' | 'optionalAmount' | 'total' =>
  kind === 'price' || kind === 'optionalAmount' || kind === 'total';
