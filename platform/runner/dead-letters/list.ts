import type { Db } from '../../postgres/transaction.ts';

/** Dead letters of one projection or reaction: the number of failed events, and of events held behind them. */
export type DeadLetterCount = { name: string; failed: number; held: number };

/** Counts the dead letters of live generations; consumers without any are omitted. */
export async function countDeadLetters(db: Db): Promise<DeadLetterCount[]> {
  const { rows } = await db.query<DeadLetterCount>(
    `select name, (count(*) filter (where error is not null))::int as failed,
       (count(*) filter (where error is null))::int as held
     from dead_letters join checkpoints using (name, generation)
     where state = 'live' group by name order by name`,
  );
  return rows;
}

/** An event that failed, with the number of later events that are held behind it. */
export type ListedDeadLetter = {
  name: string;
  generation: number;
  /** 'waiting': of a rebuilt generation that is not accepted yet. */
  state: 'live' | 'waiting';
  position: string;
  event_id: string;
  type: string;
  stream: string;
  tenant: string | null;
  error: string;
  attempts: number;
  since: Date;
  held: number;
};

/** Lists failed events, oldest first, of one consumer or of all. */
export async function listDeadLetters(
  db: Db,
  name: string | null,
  limit: number,
): Promise<ListedDeadLetter[]> {
  const { rows } = await db.query<ListedDeadLetter>(
    `select d.name, d.generation, c.state, d.position, d.event_id, d.type, d.stream, d.tenant, d.error, d.attempts,
       d.at as since, h.held
     from dead_letters d
     join checkpoints c using (name, generation)
     cross join lateral (
       select count(*)::int as held from dead_letters l
       where l.name = d.name and l.generation = d.generation and l.sequence = d.sequence and l.error is null
     ) h
     where d.error is not null and c.state in ('live', 'waiting') and ($1::text is null or d.name = $1)
     order by d.name, c.state, d.number limit $2`,
    [name, limit],
  );
  return rows;
}

/** The names of all projections and reactions in this database. */
export async function readConsumerNames(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select distinct name from checkpoints order by name');
  return rows.map(({ name }) => name);
}

/**
 * Requests a retry of the dead letters of one projection or reaction, or of all; their leaders do it.
 * @returns the number of dead letters to retry, by name
 */
export async function requestRetry(db: Db, name: string | null): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; n: number }>(
    `with requested as (
       update dead_letters d set retry_requested = true
       from checkpoints c
       where c.name = d.name and c.generation = d.generation and c.state = 'live' and ($1::text is null or d.name = $1)
       returning d.name
     )
     select name, count(*)::int as n from requested group by name order by name`,
    [name],
  );
  return new Map(rows.map((row) => [row.name, row.n]));
}

/** The names of consumers whose requested retry is not finished. */
export async function retriesOpen(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct name from dead_letters join checkpoints using (name, generation)
     where state = 'live' and retry_requested order by name`,
  );
  return rows.map(({ name }) => name);
}
