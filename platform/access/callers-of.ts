import type { TenantId } from '@crm/events/ids.ts';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { callerFrom, sessionsOf, tokenHash } from '../http/authenticate.ts';
import type { SignedInCaller } from '../http/caller.ts';
import type { TenantState } from '../http/policy.ts';
import type { TenantStates } from './tenant-states.ts';

/** A user with a session, and the state of the user's tenant. */
export type KnownCaller = { caller: SignedInCaller; tenant: TenantState };

/** A super admin may look at a tenant that is suspended or blocked. */
export const knownCaller = (caller: SignedInCaller, tenant: TenantState): KnownCaller => ({
  caller,
  tenant: caller.viewer && tenant.phase !== 'deleted' ? { phase: 'active' } : tenant,
});

/** How many tenants' states are read at once. Each read takes one of six connections, which commands need too. */
const AT_ONCE = 3;

/** Opens `callersOf` of Access. */
export function openCallersOf(auth: Pool, tenants: Pick<TenantStates, 'current'>) {
  const limit = pLimit(AT_ONCE);
  /** By tenant and number of changes: a tenant whose lock is held takes one of the reads, not one for each call. */
  const reading = new Map<string, Promise<TenantState>>();

  function stateOf(tenant: TenantId, changes: number): Promise<TenantState> {
    const name = `${tenant} ${changes}`;
    const running = reading.get(name);
    if (running !== undefined) return running;
    const read = limit(() => tenants.current(tenant, changes)).finally(() => reading.delete(name));
    reading.set(name, read);
    return read;
  }

  return async (tokens: readonly string[]): Promise<Map<string, Promise<KnownCaller>>> => {
    const byHash = new Map(tokens.map((token) => [tokenHash(token).toString('hex'), token]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const callers = new Map<string, Promise<KnownCaller>>();
    for (const session of await sessionsOf(auth, hashes)) {
      const token = byHash.get(session.hash.toString('hex'));
      if (token === undefined || !session.account.isActive) continue;
      const caller = callerFrom(session, session.account);
      const found = stateOf(caller.tenant, session.tenantChanges).then((tenant) =>
        knownCaller(caller, tenant),
      );
      found.catch(() => {}); // its socket may have gone
      callers.set(token, found);
    }
    return callers;
  };
}
