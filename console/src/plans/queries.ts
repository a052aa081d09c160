import { endpoint } from '@crm/contracts/endpoint.ts';
import { z } from 'zod';
import { read } from '../api/read.ts';

/** A plan on the landing page; missing fields have fallbacks there. */
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

/** The active plans; public, without sign-in. */
export const publicPlans = read(getPlans, {}, { topics: [] });
