import { Currency } from '@crm/events/language/currency.ts';
import { PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { LONGEST_FILTER } from '../limits.ts';
import { texts } from '../texts.ts';

const text = z
  .string()
  .trim()
  .min(1, { error: texts.required })
  .max(LONGEST_FILTER, { error: texts.atMost(LONGEST_FILTER) })
  .optional();

/** Filters of the leads list and of reports: each matches the leads with exactly this value. They can be combined. */
export const leadColumnFilters = {
  webmaster: text,
  sub1: text,
  sub2: text,
  sub3: text,
  sub4: text,
  sub5: text,
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: 'Must be a 2-letter code' })
    .optional(),
  paymentMode: PaymentMode.optional(),
  currency: Currency.optional(),
};
export type LeadColumnFilter = keyof typeof leadColumnFilters;
