import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';

/** Ids are branded once, at the zod edge; inside, a lead's id can never stand where a user's belongs. */
export const TenantId = z.guid({ error: 'Must be an id' }).brand('TenantId');
export type TenantId = z.infer<typeof TenantId>;
export const UserId = z.guid({ error: 'Must be an id' }).brand('UserId');
export type UserId = z.infer<typeof UserId>;
export const OfferId = z.guid({ error: 'Must be an id' }).brand('OfferId');
export type OfferId = z.infer<typeof OfferId>;
export const LeadId = z.guid({ error: 'Must be an id' }).brand('LeadId');
export type LeadId = z.infer<typeof LeadId>;
export const PostbackId = z.guid({ error: 'Must be an id' }).brand('PostbackId');
export type PostbackId = z.infer<typeof PostbackId>;
export const ViewId = z.guid({ error: 'Must be an id' }).brand('ViewId');
export type ViewId = z.infer<typeof ViewId>;

const LEAD_NAMESPACE = '5f0c6a0e-7f0b-4c55-9d0a-3f4f1b9f6a01';

/**
 * A lead's id follows from its tenant and order id, so that an order id is unique in its tenant
 * by the stream's own expected revision, in every store, without a lock.
 */
export function leadIdOf(tenant: TenantId, orderId: string): LeadId {
  return LeadId.parse(uuidv5(`${tenant}:${orderId}`, LEAD_NAMESPACE));
}

/** An id that follows from a command and a word: the same command sent twice makes the same thing. */
export function derivedId(commandId: string, word: string | number): string {
  return uuidv5(String(word), commandId);
}

/** The tenant of what stands above all tenants: the super admin's own streams and events. */
export const PLATFORM_TENANT = TenantId.parse('00000000-0000-0000-0000-000000000000');
