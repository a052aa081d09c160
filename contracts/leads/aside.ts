import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, pageQuery } from '../fields.ts';

/** A lead over the limit of the plan, which waits for a place. It has no page before it is admitted. */
export const AsideLead = z.object({
  _id: z.string(),
  orderId: z.string(),
  productName: z.string(),
  webmaster: z.string().nullable(),
  setAsideAt: instant,
  /** The limit, and the end of the billing period in which the lead came. */
  maxLeads: z.int(),
  periodEnd: instant,
});
export type AsideLead = z.infer<typeof AsideLead>;

/** The waiting leads of the caller's organisation, in the order in which they will be admitted. */
export const listAsideLeads = endpoint({
  method: 'GET',
  path: '/leads/aside',
  query: z.strictObject(pageQuery),
  data: z.array(AsideLead),
  paged: true,
});
