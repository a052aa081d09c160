import type * as plansContract from '@crm/contracts/plans/plans.ts';
import { address } from '../api/address.ts';
import type { Deletable } from '../pages/resource.ts';
import { planTexts } from './texts.ts';

export const plans: Deletable<plansContract.Plan> = {
  noun: planTexts.noun,
  nameOf: ({ name }) => name,
  remove: address<typeof plansContract.deletePlan>('DELETE', '/super-admin/plans/:id'),
  listed: address<typeof plansContract.listPlans>('GET', '/super-admin/plans'),
  topics: ['plans'],
};
