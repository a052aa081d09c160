import { z } from 'zod';

/** Currencies with two decimals; amounts inside are whole minor units (cents, paise, fils), never fractions. */
export const currencies = ['USD', 'EUR', 'GBP', 'INR', 'CAD', 'AUD', 'AED', 'SAR'] as const;
export const Currency = z.enum(currencies, { error: `Must be one of ${currencies.join(', ')}` });
export type Currency = z.infer<typeof Currency>;

/** 49.99 becomes 4999. Made once, at the edge where a person's number comes in. */
export const toMinor = (amount: number): number => Math.round(amount * 100);
/** 4999 becomes 49.99, for the wire. */
export const fromMinor = (minor: number): number => minor / 100;
