import type * as plansContract from '@crm/contracts/plans/plans.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** All plans, oldest first; the page filters them itself. */
export const allPlans = read(
  address<typeof plansContract.listPlans>('GET', '/super-admin/plans'),
  { query: {} },
  { topics: ['plans'] },
);
