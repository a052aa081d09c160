import { hash } from 'node:crypto';
import { LeadId, PaymentId, TenantId } from './ids.ts';

const LEAD_NAMESPACE = '5f0c6a0e-7f0b-4c55-9d0a-3f4f1b9f6a01';

/**
 * Derives a lead's id from tenant and order id. So an order id is unique in its tenant by the stream's expected
 * revision, in any store, without a lock.
 */
export function leadIdOf(tenant: TenantId, orderId: string): LeadId {
  return LeadId.parse(nameId(LEAD_NAMESPACE, `${tenant}:${orderId}`));
}

const PAYMENT_NAMESPACE = '0b7a8d3e-6f1c-4f0a-9a53-2f5d1c7e4b02';

/** Derives our id of a payment from the provider's order id, so that each report of the provider finds its stream. */
export function paymentIdOf(providerOrderId: string): PaymentId {
  return PaymentId.parse(nameId(PAYMENT_NAMESPACE, providerOrderId));
}

/** The organisation that a purchase creates. Its payment belongs to it from the order on. */
export const purchasedTenant = (payment: PaymentId): TenantId => TenantId.parse(derivedId(payment, 'tenant'));

/** Derives an id from a command id and a word, so that a repeated command creates the same thing. */
export function derivedId(commandId: string, word: string | number): string {
  return nameId(commandId, String(word));
}

/** The id of the command that creates a tenant for an invited admin, by the process that is first. */
export const tenantCreation = (tenant: TenantId): string => derivedId(tenant, 'creation');

/**
 * A UUID of version 5: the SHA-1 of a namespace, which is a UUID, and a name. A new lead has five of them; by the package
 * uuid, which also runs in browsers, one takes 6.5 µs instead of 1.
 */
export function nameId(namespace: string, name: string): string {
  const length = Buffer.byteLength(name);
  const bytes = Buffer.allocUnsafe(16 + length);
  bytes.write(namespace.replaceAll('-', ''), 'hex');
  bytes.write(name, 16);
  const hex = hash('sha1', bytes, 'hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
