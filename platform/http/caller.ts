import type { Role } from '@crm/events/envelope/envelope.ts';
import type { TenantId, UserId } from '@crm/events/ids.ts';

/** A person with a session. */
export type SignedInCaller = {
  kind: 'user';
  id: UserId;
  tenant: TenantId;
  name: string;
  role: Role;
  /** Admins, and those who were granted canSeeLeadsOfAllOperators. */
  seesAllLeads: boolean;
  sessionId: string;
};

/** Whoever stands at the door: a person with a session, or nobody that we know. */
export type Caller = SignedInCaller | { kind: 'anonymous' };

/** What every call knows of where it came from. */
export type Origin = { ip: string; userAgent: string | null; referer: string | null; requestId: string };
