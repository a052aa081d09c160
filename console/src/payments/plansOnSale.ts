import type { PlanOnSale, plansForSale } from '@crm/contracts/plans/plans.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The plans that can be bought, also without a session. */
export const plansOnSale = read(
  address<typeof plansForSale>('GET', '/auth/get-plans'),
  {},
  { topics: ['plans'] },
);

/** The provider takes no payment of zero: the server refuses an order of a plan that costs nothing. */
export const isSoldOnline = ({ price }: PlanOnSale): boolean => price > 0;
