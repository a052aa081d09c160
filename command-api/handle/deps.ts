import type { Access } from '@crm/platform/access/access.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import type { Lookups } from './lookups.ts';

/** What commands stand on. */
export type Deps = {
  store: EventStore;
  lookups: Lookups;
  access: Access;
  /** Sessions, passwords and login limits: what is not an event. */
  pool: Pool;
};
