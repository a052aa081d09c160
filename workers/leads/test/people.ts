import { randomUUID } from 'node:crypto';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';

/** The tenants and users of tests with leads. */
export const [tenant, rival] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
export const anita = UserId.parse(randomUUID());
export const actor: Actor = { kind: 'user', id: anita, name: 'Anita', role: 'admin' };
export const [priya, omar, tara] = ['Priya', 'Omar', 'Tara'].map(
  (name): OperatorRef => ({ id: UserId.parse(randomUUID()), name }),
) as [OperatorRef, OperatorRef, OperatorRef]; // a cast: one operator per name
