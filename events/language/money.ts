/**
 * Currencies with two decimals. Amounts inside the product are whole minor units (cents, paise, fils), never fractions.
 */
export const currencies = ['USD', 'EUR', 'GBP', 'INR', 'CAD', 'AUD', 'AED', 'SAR'] as const;
/** Its zod schema is in currency.ts: the console shows its first rows without zod. */
export type Currency = (typeof currencies)[number];

/** An amount in whole minor units. */
export type Money = { minor: number; currency: Currency };

/** Converts 49.99 to 4999. Used once, at the boundary where user input arrives. */
export const toMinor = (amount: number): number => Math.round(amount * 100);
/** Converts 4999 to 49.99, for responses. */
export const fromMinor = (minor: number): number => minor / 100;

/** For texts outside the console: '49.99 USD'. */
export const moneyText = ({ minor, currency }: Money): string => `${fromMinor(minor).toFixed(2)} ${currency}`;
