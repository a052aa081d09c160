import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Position } from '../event-store/port.ts';

/** A person with a session. */
export type SignedInCaller = {
  kind: 'user';
  id: UserId;
  tenant: TenantId;
  name: string;
  role: Role;
  /** Admins, and operators who were granted canSeeLeadsOfAllOperators. */
  seesAllLeads: boolean;
  sessionId: string;
  /** The position of the last event that was appended for this session: its reads must show it. Null without one. */
  position: Position | null;
};

/** A partner's system; without a known API key its `apiKeyId` is null. */
export type PartnerCaller = { kind: 'partner'; apiKeyId: string | null };

/** A server whose signature was verified. */
export type SigningCaller = { kind: 'signer'; name: string };

export type AnonymousCaller = { kind: 'anonymous' };

/** Who makes a request, as its route's credential proves it. */
export type Caller = SignedInCaller | PartnerCaller | SigningCaller | AnonymousCaller;

/** Where a request came from. */
export type Origin = { ip: string; userAgent: string | null; referer: string | null; requestId: string };
