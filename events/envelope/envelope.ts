import type { TenantId, UserId } from '../ids.ts';

/** The cause of an event. Every event has its actor; the audit history uses it. */
export type Actor =
  | { kind: 'user'; id: UserId; name: string; role: Role }
  /** A partner on the public ingest call, with or without an API key of the tenant. */
  | { kind: 'partner'; apiKeyId: string | null }
  | { kind: 'system'; name: string };

export const roles = ['admin', 'operator', 'super_admin'] as const;
export type Role = (typeof roles)[number];

/** Metadata of an event: actor, origin and command. */
export type EventMeta = {
  tenant: TenantId;
  actor: Actor;
  ip: string | null;
  userAgent: string | null;
  /** UUID; the same for all events of a command; derived from the Idempotency-Key if there is one. */
  commandId: string;
  /** UUID; the same for all events that one request or one schedule caused, and in the log lines about them. */
  correlationId: string;
  causationId: string | null;
  /** SHA-256 of the body of a request with an Idempotency-Key, to detect the same key with another body. */
  requestHash: string | null;
  /**
   * The import that wrote the event, for an event that happened in another installation (docs/tenant-archives.md).
   * Reactions skip it.
   */
  imported?: string;
  /** The W3C trace context of the command, while traces are collected (docs/operations.md). */
  traceparent?: string | undefined;
};
