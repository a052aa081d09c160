import type { Pool } from 'pg';
import type { Position } from '../event-store/port.ts';
import type { Session } from '../http/authenticate.ts';
import type { SignedInCaller } from '../http/caller.ts';
import { isOutage } from '../postgres/outage.ts';

// Neither write waits for the disk: after a crash of Postgres, a session may read once without its last write.

/** Uses the primary key. After concurrent commands of one session, the later position remains. */
const KEEP_POSITION = {
  name: 'keep-session-position',
  text: `update sessions set position = $3
          where tenant = $1 and token_hash = $2 and (position is null or position < $3)
            and (select set_config('synchronous_commit', 'off', true)) is not null`,
};

/** At most one write per session and minute, whatever the number of requests and processes. */
const STORE_LAST_SEEN = {
  name: 'store-last-seen',
  text: `update sessions set last_seen = now()
          where tenant = $1 and token_hash = $2 and last_seen < now() - interval '1 minute'
            and (select set_config('synchronous_commit', 'off', true)) is not null`,
};

/** Stores a position with a session, unless it has a later one. */
export async function keepPosition(
  auth: Pool,
  { tenant, sessionId, position: before }: SignedInCaller,
  position: Position,
): Promise<void> {
  if (before !== null && before >= position) return;
  const values = [tenant, Buffer.from(sessionId, 'hex'), position];
  await auth.query({ ...KEEP_POSITION, values }).catch((error: unknown) => {
    if (!isOutage(error)) throw error; // the events are stored: only the next read may be late
  });
}

/** Stores that a session is in use. */
export async function storeLastSeen(auth: Pool, { hash, account }: Session): Promise<void> {
  await auth.query({ ...STORE_LAST_SEEN, values: [account.tenant, hash] }).catch((error: unknown) => {
    if (!isOutage(error)) throw error; // the request itself may still succeed
  });
}
