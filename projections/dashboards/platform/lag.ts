import { MOST_LAG_COUNTED } from '@crm/contracts/dashboards/limits.ts';
import type { SystemOverview } from '@crm/contracts/dashboards/platform.ts';
import type { EventStore, Position } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { ageOf } from '@crm/platform/runner/lag.ts';

type Lag = SystemOverview['consumers'][number];
type Row = { name: string; state: 'live' | 'building'; position: Position };

/**
 * The lag of every consumer, the longest first. Reads at most MOST_LAG_COUNTED events for each position that is behind: mostly
 * all consumers are at one or two positions.
 */
export async function lagOf(db: Db, store: EventStore, now: Date): Promise<Lag[]> {
  // The checkpoints first: a consumer is never ahead of the head that is read after them.
  const { rows } = await db.query<Row>(
    `select name, state, position from checkpoints where state in ('live', 'building') order by name`,
  );
  const head = await store.head();
  const behind = new Map<Position, Pick<Lag, 'events' | 'seconds'>>();
  for (const { position } of rows) {
    if (position >= head || behind.has(position)) continue;
    const { events } = await store.readAll({ after: position, limit: MOST_LAG_COUNTED });
    const [oldest] = events;
    const seconds = oldest ? Math.round(await ageOf(oldest, store, now.getTime())) : 0;
    behind.set(position, { events: events.length, seconds });
  }
  return rows
    .map(({ name, state, position }) => ({
      name,
      state,
      ...(behind.get(position) ?? { events: 0, seconds: 0 }),
    }))
    .sort((a, b) => b.events - a.events || b.seconds - a.seconds);
}
