import { randomUUID } from 'node:crypto';
import type { EventMeta } from '../envelope/envelope.ts';
import type { TenantId } from '../ids.ts';

/** Metadata of an event that a test appends without a command: of the system, without a request. */
export function testMeta(tenant: TenantId, more: Partial<EventMeta> = {}): EventMeta {
  const commandId = more.commandId ?? randomUUID();
  return {
    tenant,
    actor: { kind: 'system', name: 'test' },
    ip: null,
    userAgent: null,
    commandId,
    correlationId: commandId,
    causationId: null,
    requestHash: null,
    ...more,
  };
}
