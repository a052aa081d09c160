import type { TenantId, UserId } from '../ids.ts';

/** Who did it. Every event names its actor; the audit history is built from this. */
export type Actor =
  | { kind: 'user'; id: UserId; name: string; role: Role }
  /** A partner at the public ingest call, with or without an API key of the tenant. */
  | { kind: 'partner'; apiKeyId: string | null }
  | { kind: 'system'; name: string };

export const roles = ['admin', 'operator', 'super_admin'] as const;
export type Role = (typeof roles)[number];

/** What stands beside an event's data: who, from where, and because of which command. */
export type EventMeta = {
  tenant: TenantId;
  actor: Actor;
  ip: string | null;
  userAgent: string | null;
  /** UUID; the same for all events of one command, and derived from the Idempotency-Key when there is one. */
  commandId: string;
  correlationId: string;
  causationId: string | null;
  /** SHA-256 of the request body under an Idempotency-Key, so that a reused key with another body is told apart. */
  requestHash: string | null;
};
