// uuidv5 parses a namespace that is a text twice.
import { parse as bytesOf, v5 as uuidv5 } from 'uuid';
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

const LEAD_NAMESPACE = '5f0c6a0e-7f0b-4c55-9d0a-3f4f1b9f6a01';

/**
 * Derives a lead's id from tenant and order id. So an order id is unique in its tenant by the stream's expected
 * revision, in any store, without a lock.
 */
export function leadIdOf(tenant: TenantId, orderId: string): LeadId {
  return LeadId.parse(uuidv5(`${tenant}:${orderId}`, bytesOf(LEAD_NAMESPACE)));
}

const PAYMENT_NAMESPACE = '0b7a8d3e-6f1c-4f0a-9a53-2f5d1c7e4b02';

/** Derives our id of a payment from the provider's order id, so that each report of the provider finds its stream. */
export function paymentIdOf(providerOrderId: string): PaymentId {
  return PaymentId.parse(uuidv5(providerOrderId, PAYMENT_NAMESPACE));
}

/** The organisation that a purchase creates. Its payment belongs to it from the order on. */
export const purchasedTenant = (payment: PaymentId): TenantId => TenantId.parse(derivedId(payment, 'tenant'));

/** Derives an id from a command id and a word, so that a repeated command creates the same thing. */
export function derivedId(commandId: string, word: string | number): string {
  return uuidv5(String(word), bytesOf(commandId));
}

/** The id of the command that creates a tenant for an invited admin, by whichever process is first. */
export const tenantCreation = (tenant: TenantId): string => derivedId(tenant, 'creation');

/** The tenant of streams and events above all tenants: super admins and plans. Super admins are its users. */
export const PLATFORM_TENANT = TenantId.parse('00000000-0000-0000-0000-000000000000');
