import type { TenantId, UserId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import { type Account, callerFrom, type Session, sessionOf, tokenHash } from '../http/authenticate.ts';
import type { Caller, SignedInCaller } from '../http/caller.ts';
import { type Policy, refusedBy, type SessionPolicy } from '../http/policy.ts';
import { type Refused, refused } from '../http/result.ts';
import { isOutage } from '../postgres/outage.ts';
import type { Db } from '../postgres/transaction.ts';
import { accountLock, adminsLock, type Locks, underLocks } from './locks.ts';

/** Appends while the caller's access cannot change, or refuses because it has changed since the request came in. */
export type Guard = <T>(append: () => Promise<T>) => Promise<T | Refused>;

/** A change of an account that is under way. */
type AccountChange = {
  /** For the append; refuses when the access of the caller who asks has changed. */
  guard: Guard;
  /** The transaction that holds the locks: what is written with it is there when the change is acknowledged. */
  db: Db;
};

/**
 * Who may act, decided the same way in every process (docs/access.md). A command is appended under a shared lock of its
 * caller's account, an account is changed under an exclusive one: so each command comes wholly before a change of its
 * caller's access, or is judged by the new one.
 */
export type Access = {
  /** The user behind a token; null when it is no session, or not any more. */
  callerOf: (token: string) => Promise<SignedInCaller | null>;
  /** For the appends of a request that `policy` admitted. */
  guardOf: (caller: Caller, policy: Policy) => Guard;
  /** Keeps the position of a command's events with its session, so that the session's next read shows them. */
  keepPosition: (caller: SignedInCaller, position: Position) => Promise<void>;
  /** Runs work while an account does not change, or with 'exclusive' while nothing is appended as that user either. */
  withAccount: <T>(user: UserId, lock: 'shared' | 'exclusive', work: (db: Db) => Promise<T>) => Promise<T>;
  /** Runs a change of an account while nothing is appended as that user, and no other admin of the tenant is changed. */
  changeAccount: <T>(
    by: { caller: SignedInCaller; policy: SessionPolicy },
    of: { user: UserId; tenant: TenantId },
    change: (change: AccountChange) => Promise<T>,
  ) => Promise<T>;
};

export type AccessOptions = {
  /** Sees every tenant's sessions and users. */
  auth: Pool;
  /** Transactions that hold locks while events are appended; a pool of their own, so that signing in never waits for them. */
  locks: Pool;
  /** The account as the user's stream has it now; null when there is none, or it was deleted. */
  readAccount: (user: UserId) => Promise<Account | null>;
};

/**
 * By the primary key. The answer does not wait for the disk: after a crash of Postgres, a session may read once without
 * its last write. Concurrent commands of one session leave the later position.
 */
const KEEP_POSITION = {
  name: 'keep-session-position',
  text: `update sessions set position = $3
          where tenant = $1 and token_hash = $2 and (position is null or position < $3)
            and (select set_config('synchronous_commit', 'off', true)) is not null`,
};

export function openAccess({ auth, locks, readAccount }: AccessOptions): Access {
  const locked = <T>(which: Partial<Locks>, work: (db: Db) => Promise<T>) =>
    underLocks(locks, { shared: [], exclusive: [], ...which }, work);

  /** The account of a session while it is locked; null when nobody may act as it. */
  async function accountNow(session: Session): Promise<Account | null> {
    const account = session.accessChanged ? await readAccount(session.userId) : session.account;
    return account?.isActive ? account : null;
  }

  /** Why a caller may not go on as they were let in; null when they may. Their account must be locked. */
  async function refusalNow(db: Db, caller: SignedInCaller, policy: SessionPolicy): Promise<Refused | null> {
    const session = await sessionOf(db, Buffer.from(caller.sessionId, 'hex'));
    const account = session && (await accountNow(session));
    if (!account) return refused('signed-out');
    const now = callerFrom(session, account);
    const refusal = refusedBy(policy, now);
    if (refusal) return refused(refusal);
    const same = now.role === caller.role && now.seesAllLeads === caller.seesAllLeads;
    return same ? null : refused('access-changed');
  }

  return {
    async callerOf(token) {
      const hash = tokenHash(token);
      const session = await sessionOf(auth, hash);
      if (!session) return null;
      if (!session.accessChanged)
        return session.account.isActive ? callerFrom(session, session.account) : null;
      // Rare: between a change and the moment when the read model shows it.
      return locked({ shared: [accountLock(session.userId)] }, async (db) => {
        const again = await sessionOf(db, hash);
        const account = again && (await accountNow(again));
        if (!account) return null;
        if (account.changedAt.getTime() === again.account.changedAt.getTime())
          await db.query('update sessions set access_changed = false where tenant = $1 and token_hash = $2', [
            again.account.tenant,
            hash,
          ]);
        return callerFrom(again, account);
      });
    },
    guardOf(caller, policy) {
      if (caller.kind !== 'user' || policy.credential !== 'session') return (append) => append();
      return (append) =>
        locked(
          { shared: [accountLock(caller.id)] },
          async (db) => (await refusalNow(db, caller, policy)) ?? append(),
        );
    },
    async keepPosition({ tenant, sessionId, position: before }, position) {
      if (before !== null && before >= position) return;
      const values = [tenant, Buffer.from(sessionId, 'hex'), position];
      await auth.query({ ...KEEP_POSITION, values }).catch((error: unknown) => {
        if (!isOutage(error)) throw error; // the events are stored: only the next read may be late
      });
    },
    withAccount: (user, lock, work) => locked({ [lock]: [accountLock(user)] }, work),
    changeAccount: ({ caller, policy }, { user, tenant }, change) =>
      locked(
        { shared: [accountLock(caller.id)], exclusive: [accountLock(user), adminsLock(tenant)] },
        async (db) => {
          // Committed before the event is appended: a process that dies in between leaves sessions that ask the stream.
          await auth.query(
            'update sessions set access_changed = true where user_id = $1 and tenant = $2 and revoked_at is null',
            [user, tenant],
          );
          const refusal = await refusalNow(db, caller, policy);
          return change({ db, guard: async (append) => refusal ?? append() });
        },
      ),
  };
}
