import { endpoint } from '@crm/contracts/endpoint.ts';
import { z } from 'zod';
import { read } from '../api/read.ts';

/** A plan as the shop window shows it; whatever is missing has a fallback there. */
const PublicPlan = z.object({
  _id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  price: z.number().optional(),
  billingCycle: z.string().optional(),
  features: z.array(z.string()).optional(),
  featured: z.boolean().optional(),
});
export type PublicPlan = z.infer<typeof PublicPlan>;

const getPlans = endpoint({ method: 'GET', path: '/auth/get-plans', data: z.array(PublicPlan) });

/** Active plans, for everybody. */
export const publicPlans = read(getPlans, {}, { topics: [] });
