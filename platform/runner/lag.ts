import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import type { Gauge } from 'prom-client';
import type { EventStoreConfig } from '../event-store/open.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { rowOf } from '../event-store/postgres/position.ts';
import { gaugesAtScrape, type Sample, type ScrapeOptions } from '../metrics/at-scrape.ts';
import type { Db } from '../postgres/transaction.ts';

/** EventStoreDB does not count: a lag is read event by event, up to this number. */
const MOST_COUNTED = 1_000;

type Source = {
  db: Pick<Db, 'query'>;
  /** With the events in their stored form: they are only counted. */
  storedEvents: Pick<EventStore, 'head' | 'readAll' | 'timeOf'>;
  storeKind: EventStoreConfig['kind'];
  /** Of the consumers to report: checkpoints of others, which no program runs any more, stay in the table. */
  names: readonly string[];
  log: ScrapeOptions['log'];
};

/** For /metrics: the lag of each read model and reaction, by its checkpoint. The same in every process. */
export const lagGauges = (source: Source): Gauge[] =>
  gaugesAtScrape(
    'consumer lag',
    {
      consumer_lag_events: {
        help: 'Events that a read model or reaction has not applied yet; on EventStoreDB counted up to 1000. State building: a rebuild that is not live yet',
        labelNames: ['consumer', 'state'],
      },
      consumer_lag_seconds: {
        help: 'Age of the oldest event that a read model or reaction has not applied yet; 0 when it has applied all',
        labelNames: ['consumer', 'state'],
      },
    },
    async () => {
      const lags = await readLags(source);
      const samples = (of: (lag: Lag) => number): Sample[] =>
        lags.map((lag) => ({ labels: { consumer: lag.name, state: lag.state }, value: of(lag) }));
      return {
        consumer_lag_events: samples(({ events }) => events),
        consumer_lag_seconds: samples(({ seconds }) => seconds),
      };
    },
    { log: source.log },
  );

type Behind = { events: number; seconds: number };
type Lag = Behind & { name: string; state: string };

/** Reads the checkpoints before the head, so that an event in between counts as lag. */
async function readLags({ db, storedEvents, storeKind, names }: Source): Promise<Lag[]> {
  const { rows } = await db.query<{ name: string; state: string; position: Position }>(
    `select name, state, position from checkpoints
     where state in ('live', 'building') and name = any($1) order by name`,
    [names],
  );
  const head = await storedEvents.head();
  const behind = new Map<Position, Behind>();
  for (const position of new Set(rows.map((row) => row.position)))
    behind.set(position, await distance(position, head));
  return rows.map(({ name, state, position }) => ({
    name,
    state,
    ...(behind.get(position) ?? { events: 0, seconds: 0 }),
  }));

  async function distance(position: Position, head: Position): Promise<Behind> {
    if (position >= head) return { events: 0, seconds: 0 };
    const limit = storeKind === 'postgres' ? 1 : MOST_COUNTED;
    const { events } = await storedEvents.readAll({ after: position, limit });
    const [oldest] = events;
    const seconds = oldest ? await ageOf(oldest, storedEvents, Date.now()) : 0;
    // Positions of Postgres have no gaps.
    return { events: storeKind === 'postgres' ? rowOf(head) - rowOf(position) : events.length, seconds };
  }
}

/**
 * The age of an event in this installation, in seconds. An imported event has a time of another installation: it counts
 * as old as the newest event before it that was not imported.
 */
export async function ageOf(
  { position, at, meta }: RecordedEvent,
  store: Pick<EventStore, 'timeOf'>,
  nowMs: number,
): Promise<number> {
  const time = meta.imported ? await store.timeOf(position, PLATFORM_TENANT) : at;
  return Math.max(0, (nowMs - (time ?? at).getTime()) / 1000);
}
