import { PLATFORM_TENANT, type TenantId, type UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import { type Account, callerFrom, type Session, sessionOf, tokenHash } from '../http/authenticate.ts';
import type { ApiKey, Caller, SignedInCaller } from '../http/caller.ts';
import { type Policy, refusedBy, refusedFor, type SessionPolicy, type TenantState } from '../http/policy.ts';
import { type Refused, refused } from '../http/result.ts';
import { isOutage } from '../postgres/outage.ts';
import type { Db } from '../postgres/transaction.ts';
import { openApiKeys } from './api-keys.ts';
import { type KnownCaller, knownCaller, openCallersOf } from './callers-of.ts';
import { accountLock, adminsLock, type Locks, openLocks, tenantLock } from './locks.ts';
import { sharedTenantLocks } from './shared-locks.ts';
import { changesOf, openTenantStates } from './tenant-states.ts';

/**
 * Appends to a stream of the tenant while the access of the caller and the phase of the tenant cannot change, or
 * refuses because one of them has changed since the request came in.
 */
export type Guard = <T>(append: () => Promise<T>, tenant: TenantId) => Promise<T | Refused>;

type By = { caller: SignedInCaller; policy: SessionPolicy };

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

export type AccessOptions = {
  /** Has access to the sessions and users of all tenants. */
  auth: Pool;
  /** Runs the transactions that hold locks during appends. A separate pool, so that sign-in never waits for them. */
  locks: Pool;
  /** The account according to the user's stream; null when it does not exist or was deleted. */
  readAccount: (user: UserId) => Promise<Account | null>;
  /** The tenant's state according to its stream. */
  readTenantState: (tenant: TenantId) => Promise<TenantState>;
};

/**
 * Uses the primary key, and does not wait for the disk: after a crash of Postgres, a session may read once without its
 * last write. After concurrent commands of one session, the later position remains.
 */
const KEEP_POSITION = {
  name: 'keep-session-position',
  text: `update sessions set position = $3
          where tenant = $1 and token_hash = $2 and (position is null or position < $3)
            and (select set_config('synchronous_commit', 'off', true)) is not null`,
};

/**
 * At most one write per session and minute, whatever the number of requests and processes. Does not wait for the disk,
 * like KEEP_POSITION.
 */
const STORE_LAST_SEEN = {
  name: 'store-last-seen',
  text: `update sessions set last_seen = now()
          where tenant = $1 and token_hash = $2 and last_seen < now() - interval '1 minute'
            and (select set_config('synchronous_commit', 'off', true)) is not null`,
};

export function openAccess({ auth, locks, readAccount, readTenantState }: AccessOptions): Access {
  const underLocks = openLocks(locks);
  const locked = <T>(tenant: TenantId, which: Partial<Locks>, work: (db: Db) => Promise<T>) =>
    underLocks(tenant, { shared: [], exclusive: [], ...which }, work);
  const tenants = openTenantStates(
    auth,
    (tenant, work) => locked(tenant, { shared: [tenantLock(tenant)] }, work),
    readTenantState,
  );
  const forPartner = sharedTenantLocks(locks, underLocks, changesOf, tenants.underLock);
  const locksOf = (caller: SignedInCaller) => [accountLock(caller.id), tenantLock(caller.tenant)];

  /** The account of a session while it is locked; null when it is deleted or inactive. */
  async function accountNow(session: Session): Promise<Account | null> {
    if (session.viewer && session.accessChanged) {
      const viewer = await readAccount(session.viewer.id);
      if (!viewer?.isActive || viewer.role !== 'super_admin') return null;
    }
    const account = session.accessChanged ? await readAccount(session.userId) : session.account;
    return account?.isActive ? account : null;
  }

  /** Checks an admitted caller again; null when it may continue. The caller's account and tenant must be locked. */
  async function refusalNow(db: Db, { caller, policy }: By): Promise<Refused | null> {
    const session = await sessionOf(db, Buffer.from(caller.sessionId, 'hex'));
    const account = session && (await accountNow(session));
    if (!account) return refused('signed-out');
    const now = callerFrom(session, account);
    const refusal = refusedBy(policy, now);
    if (refusal) return refused(refusal);
    const same = now.role === caller.role && now.seesAllLeads === caller.seesAllLeads;
    if (!same) return refused('access-changed');
    if (now.viewer) return refused('viewing-read-only');
    return refusedFor(policy, await tenants.underLock(caller.tenant, session.tenantChanges));
  }

  /** The caller of a session whose access changes, or has changed in the stream but not in the user directory. Rare. */
  const callerUnderLock = (session: Session) =>
    locked(
      session.account.tenant,
      { shared: [accountLock(session.viewer?.id ?? session.userId)] },
      async (db) => {
        const again = await sessionOf(db, session.hash);
        const account = again && (await accountNow(again));
        if (!account) return null;
        if (!again.viewer && account.changedAt.getTime() === again.account.changedAt.getTime())
          await db.query('update sessions set access_changed = false where tenant = $1 and token_hash = $2', [
            again.account.tenant,
            again.hash,
          ]);
        return callerFrom(again, account);
      },
    );

  const storeLastSeen = ({ hash, account }: Session) =>
    auth.query({ ...STORE_LAST_SEEN, values: [account.tenant, hash] }).catch((error: unknown) => {
      if (!isOutage(error)) throw error; // the request itself may still succeed
    });

  return {
    async callerOf(token) {
      const session = await sessionOf(auth, tokenHash(token));
      if (!session || !(session.accessChanged || session.account.isActive)) return null;
      if (session.isSeenOld) await storeLastSeen(session);
      const caller = session.accessChanged
        ? await callerUnderLock(session)
        : callerFrom(session, session.account);
      return caller && knownCaller(caller, await tenants.current(caller.tenant, session.tenantChanges));
    },
    callersOf: openCallersOf(auth, tenants),
    apiKeyOf: openApiKeys(auth),
    guardOf(caller, policy) {
      if (policy.credential === 'apiKey')
        return (append, tenant) => forPartner(tenant, async (state) => refusedFor(policy, state) ?? append());
      if (caller.kind !== 'user' || policy.credential !== 'session') return (append) => append();
      return (append) =>
        locked(
          caller.tenant,
          { shared: locksOf(caller) },
          async (db) => (await refusalNow(db, { caller, policy })) ?? append(),
        );
    },
    async keepPosition({ tenant, sessionId, position: before }, position) {
      if (before !== null && before >= position) return;
      const values = [tenant, Buffer.from(sessionId, 'hex'), position];
      await auth.query({ ...KEEP_POSITION, values }).catch((error: unknown) => {
        if (!isOutage(error)) throw error; // the events are stored: only the next read may be late
      });
    },
    withAccount: ({ id, tenant }, lock, work) => {
      const shared = [tenantLock(tenant), ...(lock === 'shared' ? [accountLock(id)] : [])];
      return locked(tenant, { shared, exclusive: lock === 'exclusive' ? [accountLock(id)] : [] }, work);
    },
    changeAccount: (by, { user, tenant }, change) =>
      locked(
        tenant,
        { shared: locksOf(by.caller), exclusive: [accountLock(user), adminsLock(tenant)] },
        async (db) => {
          // Committed before the event is appended: if the process dies in between, these sessions use the stream.
          await auth.query(
            'update sessions set access_changed = true where user_id = $1 and tenant = $2 and revoked_at is null',
            [user, tenant],
          );
          const refusal = await refusalNow(db, by);
          return change({ db, guard: async (append) => refusal ?? append() });
        },
      ),
    changeTenant: (by, tenant, change) =>
      locked(
        tenant,
        { shared: by ? locksOf(by.caller) : [], exclusive: [tenantLock(tenant)] },
        async (db) => {
          const missing = tenant === PLATFORM_TENANT ? refused('tenant-not-found') : null;
          const refusal = missing ?? (by && (await refusalNow(db, by)));
          if (refusal) return change({ db, guard: async () => refusal });
          // Committed before the event is appended: if the process dies in between, all processes read the state again.
          await tenants.markChange(tenant);
          return change({ db, guard: (append) => append() });
        },
      ),
  };
}
