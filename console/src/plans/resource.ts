import { deletePlan, listPlans, type Plan } from '@crm/contracts/plans/plans.ts';
import type { Deletable } from '../pages/resource.ts';
import { planTexts } from './texts.ts';

export const plans: Deletable<Plan> = {
  noun: planTexts.noun,
  nameOf: ({ name }) => name,
  remove: deletePlan,
  listed: listPlans,
  topics: ['plans'],
};
