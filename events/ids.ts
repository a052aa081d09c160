import { z } from 'zod';

/** Branded ids, created by zod at the boundary: TypeScript then rejects a lead's id in place of a user's. */
export const TenantId = z.guid({ error: 'Must be an id' }).brand('TenantId');
export type TenantId = z.infer<typeof TenantId>;
export const UserId = z.guid({ error: 'Must be an id' }).brand('UserId');
export type UserId = z.infer<typeof UserId>;
export const OfferId = z.guid({ error: 'Must be an id' }).brand('OfferId');
export type OfferId = z.infer<typeof OfferId>;
export const LeadId = z.guid({ error: 'Must be an id' }).brand('LeadId');
export type LeadId = z.infer<typeof LeadId>;
export const PlanId = z.guid({ error: 'Must be an id' }).brand('PlanId');
export type PlanId = z.infer<typeof PlanId>;
export const PostbackId = z.guid({ error: 'Must be an id' }).brand('PostbackId');
export type PostbackId = z.infer<typeof PostbackId>;
export const ViewId = z.guid({ error: 'Must be an id' }).brand('ViewId');
export type ViewId = z.infer<typeof ViewId>;
export const SavedReportId = z.guid({ error: 'Must be an id' }).brand('SavedReportId');
export type SavedReportId = z.infer<typeof SavedReportId>;

export const PaymentId = z.guid({ error: 'Must be an id' }).brand('PaymentId');
export type PaymentId = z.infer<typeof PaymentId>;

/** The tenant of streams and events above all tenants: super admins and plans. Super admins are its users. */
export const PLATFORM_TENANT = TenantId.parse('00000000-0000-0000-0000-000000000000');
