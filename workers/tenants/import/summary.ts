import { TenantArchive } from '@crm/contracts/tenants/import.ts';
import { SoldPlan, SubscriptionStatus } from '@crm/events/subscriptions/events.ts';
import { z } from 'zod';

/** The facts about a checked archive that its import needs. */
export const ImportSummary = z.object({
  archive: TenantArchive,
  subscription: z
    .object({
      phase: z.literal('present'),
      plan: SoldPlan,
      status: SubscriptionStatus,
      startDate: z.string(),
      endDate: z.string(),
      autoRenew: z.boolean(),
      paymentId: z.string().nullable(),
    })
    .nullable(),
});
export type ImportSummary = z.infer<typeof ImportSummary>;
