import { Currency } from '@crm/events/language/currency.ts';
import { PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { filterText } from '../fields.ts';

/** Filters of the leads list and of reports: each matches the leads with exactly this value. They can be combined. */
export const leadColumnFilters = {
  webmaster: filterText,
  sub1: filterText,
  sub2: filterText,
  sub3: filterText,
  sub4: filterText,
  sub5: filterText,
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
