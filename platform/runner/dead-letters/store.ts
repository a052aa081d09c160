import type { RecordedEvent } from '../../event-store/port.ts';
import type { Db } from '../../postgres/transaction.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { errorText } from './error-text.ts';

/**
 * Returns the sequence of an event. Events of one sequence are applied in order, and none after a failed one. May throw
 * for an event that cannot be read.
 */
export type SequenceOf = (event: RecordedEvent) => string;

/** An event that was not applied; `error` is null if it is held behind an earlier event of its sequence. */
export type DeadLetter = { event: RecordedEvent; sequence: string; error: string | null };

/** The sequence of any event; its stream when `sequenceOf` throws. */
export function sequenceOrStream(sequenceOf: SequenceOf, event: RecordedEvent): string {
  try {
    return sequenceOf(event);
  } catch {
    return event.stream;
  }
}

export const failed = (event: RecordedEvent, sequence: string, error: unknown): DeadLetter => ({
  event,
  sequence,
  error: errorText(error, event.data),
});

/** Whether a generation has dead letters. While a leader has the checkpoint, only the leader adds or removes them. */
export async function hasDeadLetters(db: Db, { name, generation }: Checkpoint): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    'select exists (select from dead_letters where name = $1 and generation = $2) as some',
    [name, generation],
  );
  return rows[0]?.some === true;
}

/** Splits a batch into the events that may be applied and those that are held behind a stored dead letter. */
export async function holdBehindDeadLetters(
  db: Db,
  { name, generation }: Checkpoint,
  events: readonly RecordedEvent[],
  sequenceOf: SequenceOf,
): Promise<{ free: RecordedEvent[]; held: DeadLetter[]; blocked: Set<string> }> {
  const sequences = events.map((event) => sequenceOrStream(sequenceOf, event));
  const { rows } = await db.query<{ sequence: string }>({
    name: 'blocked sequences',
    text: `select distinct sequence from dead_letters
           where name = $1 and generation = $2 and sequence = any($3)`,
    values: [name, generation, [...new Set(sequences)]],
  });
  const blocked = new Set(rows.map(({ sequence }) => sequence));
  return { ...holdBehind(blocked, events, sequenceOf), blocked };
}

/** The same for sequences with a known dead letter. */
export function holdBehind(
  blocked: ReadonlySet<string>,
  events: readonly RecordedEvent[],
  sequenceOf: SequenceOf,
): { free: RecordedEvent[]; held: DeadLetter[] } {
  const free: RecordedEvent[] = [];
  const held: DeadLetter[] = [];
  for (const event of events) {
    const sequence = blocked.size === 0 ? '' : sequenceOrStream(sequenceOf, event);
    if (blocked.has(sequence)) held.push({ event, sequence, error: null });
    else free.push(event);
  }
  return { free, held };
}

/** Stores dead letters, in the transaction that moves the checkpoint past their events. */
export async function storeDeadLetters(
  db: Db,
  { name, generation }: Checkpoint,
  letters: readonly DeadLetter[],
): Promise<void> {
  if (letters.length === 0) return;
  const inOrder = [...letters].sort((a, b) => (a.event.position < b.event.position ? -1 : 1));
  await db.query(
    `insert into dead_letters
       (name, generation, position, event_id, type, stream, revision, tenant, sequence, error, attempts)
     select $1, $2, l.*, case when l.error is null then 0 else 1 end
     from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::uuid[], $9::text[], $10::text[])
       as l (position, event_id, type, stream, revision, tenant, sequence, error)
     on conflict do nothing`,
    [
      name,
      generation,
      inOrder.map(({ event }) => event.position),
      inOrder.map(({ event }) => event.id),
      inOrder.map(({ event }) => event.type),
      inOrder.map(({ event }) => event.stream),
      inOrder.map(({ event }) => event.revision),
      inOrder.map(({ event }) => tenantOf(event)),
      inOrder.map(({ sequence }) => sequence),
      inOrder.map(({ error }) => error),
    ],
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The tenant of an event; a poisoned event may have no metadata. */
function tenantOf({ meta }: RecordedEvent): string | null {
  const tenant: unknown = (meta as Partial<RecordedEvent['meta']> | null)?.tenant; // a boundary: not validated
  return typeof tenant === 'string' && UUID.test(tenant) ? tenant : null;
}
