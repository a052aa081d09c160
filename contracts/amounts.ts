import { Currency } from '@crm/events/language/currency.ts';
import { z } from 'zod';

/** One amount per currency: amounts of different currencies are never added up. */
export const Amounts = z.array(z.object({ currency: Currency, amount: z.number() }));
export type Amounts = z.infer<typeof Amounts>;
