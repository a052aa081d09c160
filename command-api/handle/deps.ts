import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import type { Facts } from './facts.ts';

/** What commands stand on. */
export type Deps = {
  store: EventStore;
  facts: Facts;
  /** Sessions, passwords and login limits: what is not an event. */
  pool: Pool;
};
