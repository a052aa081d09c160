import { z } from 'zod';
import { OfferId } from '../../ids.ts';
import { Currency } from '../../language/money.ts';
import { OrderSource, PaymentMode } from '../vocabulary.ts';

const optionalText = z.string().nullable();
/** Minor units of the lead's currency. */
const minor = z.int();

/** By kind of field, the schema of what an event keeps. */
export const storedSchemas = {
  text: optionalText,
  requiredText: z.string(),
  /** As it was sent; its digits alone are derived (normalisePhone). */
  phone: z.string(),
  optionalPhone: optionalText,
  email: optionalText,
  country: optionalText,
  age: z.int().nullable(),
  quantity: z.int(),
  price: minor,
  optionalAmount: minor.nullable(),
  flag: z.boolean(),
  currency: Currency,
  paymentMode: PaymentMode,
  // The rest have logic of their own and are no input of the generic code.
  offer: OfferId.nullable(),
  /** Price times quantity unless the sender gave another. */
  total: minor,
  orderSource: OrderSource,
  /** Unknown fields that a partner sent, by name: a lead is never lost for a field too many. */
  additional: z.record(z.string(), z.string()),
};
export type FieldKind = keyof typeof storedSchemas;
export type Stored<Kind extends FieldKind> = z.output<(typeof storedSchemas)[Kind]>;

/** By kind, the value of a field that was left out. */
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

/** Kinds that are kept in minor units and shown as decimal numbers. */
export const isAmount = (kind: FieldKind): kind is 'price' | 'optionalAmount' | 'total' =>
  kind === 'price' || kind === 'optionalAmount' || kind === 'total';
