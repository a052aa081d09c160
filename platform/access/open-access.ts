import { PLATFORM_TENANT, type TenantId, type UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { type Account, callerFrom, type Session, sessionOf, tokenHash } from '../http/authenticate.ts';
import type { SignedInCaller } from '../http/caller.ts';
import { refusedBy, refusedFor, type TenantState } from '../http/policy.ts';
import { type Refused, refused } from '../http/result.ts';
import type { Db } from '../postgres/transaction.ts';
import type { Access, By } from './access.ts';
import { openApiKeys } from './api-keys.ts';
import { knownCaller, openCallersOf } from './callers-of.ts';
import { accountLock, adminsLock, type Locks, openLocks, tenantLock } from './locks.ts';
import { keepPosition, storeLastSeen } from './session-writes.ts';
import { sharedTenantLocks } from './shared-locks.ts';
import { changesOf, openTenantStates } from './tenant-states.ts';

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

  return {
    async callerOf(token) {
      const session = await sessionOf(auth, tokenHash(token));
      if (!session || !(session.accessChanged || session.account.isActive)) return null;
      if (session.isSeenOld) await storeLastSeen(auth, session);
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
    keepPosition: (caller, position) => keepPosition(auth, caller, position),
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
