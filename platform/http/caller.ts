import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Position } from '../event-store/port.ts';

/** A user with a session. */
export type SignedInCaller = {
  kind: 'user';
  id: UserId;
  tenant: TenantId;
  name: string;
  role: Role;
  /** Admins, and operators who were granted canSeeLeadsOfAllOperators. */
  seesAllLeads: boolean;
  sessionId: string;
  /** Position of the last event appended for this session, which its reads must include; null without one. */
  position: Position | null;
  /** The super admin who views the tenant as this user, read only; absent in the user's own session. */
  viewer?: Viewer;
};

export type Viewer = {
  /** The super admin. */
  id: UserId;
  name: string;
  viewingId: string;
  expiresAt: Date;
};

/** An API key that was issued; it may have been revoked since. */
export type ApiKey = { id: string; tenant: TenantId };

/** A partner's system; `apiKey` is null without a known API key. */
export type PartnerCaller = { kind: 'partner'; apiKey: ApiKey | null };

/** A server whose signature was verified. */
export type SigningCaller = { kind: 'signer'; name: string };

export type AnonymousCaller = { kind: 'anonymous' };

/** The caller of a request, proven by the credential of its route. */
export type Caller = SignedInCaller | PartnerCaller | SigningCaller | AnonymousCaller;

/** The origin of a request. */
export type RequestOrigin = {
  ip: string;
  userAgent: string | null;
  referer: string | null;
  /** UUID, the correlation id of its events; none for demo data. */
  requestId?: string;
  /** The trace context of the request, while traces are collected. */
  traceparent?: string | undefined;
};
