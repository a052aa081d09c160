import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Position } from '../event-store/port.ts';
import type { ApiKey, Caller, SignedInCaller } from '../http/caller.ts';
import type { Policy, SessionPolicy } from '../http/policy.ts';
import type { Refused } from '../http/result.ts';
import type { Db } from '../postgres/transaction.ts';
import type { KnownCaller } from './callers-of.ts';

/**
 * Appends to a stream of the tenant while the access of the caller and the phase of the tenant cannot change, or
 * refuses because one of them has changed since the request came in.
 */
export type Guard = <T>(append: () => Promise<T>, tenant: TenantId) => Promise<T | Refused>;

export type By = { caller: SignedInCaller; policy: SessionPolicy };

/** A change of an account or a tenant that is running. */
type AccessChange = {
  /** Runs the append; refuses when the access of the caller has changed. */
  guard: Guard;
  /** The transaction that holds the locks. Its writes are committed when the change resolves. */
  db: Db;
};

/**
 * Decides whether a caller may act, the same way in every process (docs/access.md). A command is appended under shared
 * locks of its caller's account and tenant; an account or a tenant is changed under an exclusive lock. So each command
 * is either complete before such a change, or decided by the new state.
 */
export type Access = {
  /** Resolves a token to its user; null when the session does not exist or has ended. */
  callerOf: (token: string) => Promise<KnownCaller | null>;
  /**
   * The same for many tokens in one query. The accounts come from the user directory and lag behind, which is acceptable
   * for sockets. Tokens without a caller are omitted. A tenant whose state cannot be read rejects only its own callers.
   */
  callersOf: (tokens: readonly string[]) => Promise<Map<string, Promise<KnownCaller>>>;
  /**
   * Resolves an API key, which may have been revoked; null for an unknown one.
   * @param beforeLookup called if the key is not known to this process yet; a refusal is returned instead of a lookup
   */
  apiKeyOf: (key: string, beforeLookup?: () => Refused | null) => Promise<ApiKey | Refused | null>;
  /** Returns the guard for the appends of a request that `policy` admitted. */
  guardOf: (caller: Caller, policy: Policy) => Guard;
  /** Stores the position of a command's events with its session, so that the session's next read includes them. */
  keepPosition: (caller: SignedInCaller, position: Position) => Promise<void>;
  /** Runs work while an account and its tenant do not change; with 'exclusive' also without appends as that user. */
  withAccount: <T>(
    user: { id: UserId; tenant: TenantId },
    lock: 'shared' | 'exclusive',
    work: (db: Db) => Promise<T>,
  ) => Promise<T>;
  /** Runs a change of an account while no append as that user and no other account change of the tenant runs. */
  changeAccount: <T>(
    by: By,
    of: { user: UserId; tenant: TenantId },
    change: (change: AccessChange) => Promise<T>,
  ) => Promise<T>;
  /**
   * Runs a change of a tenant's phase while no append on behalf of its users and partners runs.
   *
   * @param by null when the system makes the change, for example when a billing subscription ends
   */
  changeTenant: <T>(
    by: By | null,
    tenant: TenantId,
    change: (change: AccessChange) => Promise<T>,
  ) => Promise<T>;
};
