import type { Access } from '@crm/platform/access/access.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Places } from '@crm/platform/places/places.ts';
import type { Progress } from '@crm/platform/runner/progress.ts';
import type { Pool } from 'pg';
import type { Lookups } from './lookups.ts';

/** Dependencies of commands. */
export type Deps = {
  store: EventStore;
  lookups: Lookups;
  /** Drops the cached lookups of a changed stream, in every process. */
  forgetLookup: Lookups['forget'];
  access: Access;
  /** Sessions, passwords and sign-in limits. Authenticates every request, so nothing slow may use it. */
  pool: Pool;
  /** Files, selections and keys of bulk calls. */
  commandPool: Pool;
  /** Places under the limit of leads of a billing period. */
  places: Places;
  /** To wait until the user directory shows a new or changed account. */
  progress: Pick<Progress, 'waitFor'>;
  /** Aborts when the process stops: calls that wait for a batch are answered. */
  stopping: AbortSignal;
};
