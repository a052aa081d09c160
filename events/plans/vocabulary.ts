import type { Currency } from '../language/money.ts';

// Apart from the schemas: the console shows plans without loading zod.

/** The currencies of plans. */
export const planCurrencies = ['USD', 'EUR', 'GBP', 'INR', 'CAD', 'AUD'] as const satisfies Currency[];
export type PlanCurrency = (typeof planCurrencies)[number];

/** The length of a billing period. */
export const billingCycles = ['weekly', 'monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];
