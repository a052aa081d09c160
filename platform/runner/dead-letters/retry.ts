import type { EventStore, RecordedEvent } from '../../event-store/port.ts';
import { NotYet } from '../../failures/classify.ts';
import type { Db } from '../../postgres/transaction.ts';
import { type Applier, attempt, transaction } from '../batch.ts';
import { type Checkpoint, move } from '../checkpoint.ts';
import { errorText } from './error-text.ts';

/** Dead letters per transaction; a longer sequence takes several transactions. */
const AT_ONCE = 50;
/** Sequences per retry. */
const SEQUENCES = 50;
/** After this time in ms, the leader reads new events of the consumer again; the next retry continues. */
const LONGEST_MS = 1_000;

/** Reads the events of dead letters again. */
type Streams = Pick<EventStore, 'readStream'>;

type Letter = { position: string; event_id: string; stream: string; revision: number | null };

/**
 * Retries the requested dead letters by sequence and in order. Each is applied exactly once: in one transaction with
 * its removal, under the leader's epoch. A letter that fails again ends its sequence: it stays with its new error, and
 * the later ones stay held. Ends with a transaction after LONGEST_MS, or when the signal aborts; the request then stays
 * for the rest.
 * @returns the results of `apply`, after their commit
 * Throws LeadershipLost, StoreUnavailable, and the errors of an outage; the request then stays.
 */
export async function retryRequested<R>(
  applier: Applier<R>,
  store: Streams,
  signal: AbortSignal,
): Promise<R[]> {
  const { client, checkpoint } = applier;
  const until = performance.now() + LONGEST_MS;
  const goesOn = () => !signal.aborted && performance.now() < until;
  const { rows } = await client.query<{ sequence: string }>(
    `select sequence from dead_letters where name = $1 and generation = $2 and retry_requested
     group by sequence order by min(number) limit $3`,
    [checkpoint.name, checkpoint.generation, SEQUENCES],
  );
  const results: R[] = [];
  for (const { sequence } of rows) {
    for (let more = true; more && goesOn(); ) {
      const part = await retryPart(applier, store, sequence);
      results.push(...part.results);
      more = part.more;
    }
  }
  return results;
}

/** Applies the first dead letters of a sequence. */
async function retryPart<R>(
  applier: Applier<R>,
  store: Streams,
  sequence: string,
): Promise<{ results: R[]; more: boolean }> {
  const { client, checkpoint } = applier;
  const { rows: letters } = await client.query<Letter>(
    `select position, event_id, stream, revision from dead_letters
     where name = $1 and generation = $2 and sequence = $3 order by number limit $4`,
    [checkpoint.name, checkpoint.generation, sequence, AT_ONCE],
  );
  const events: (RecordedEvent | null)[] = [];
  for (const letter of letters) events.push(await eventOf(store, letter));

  return transaction(client, async () => {
    await move(client, checkpoint, checkpoint.position); // locks the row, and fails when another process leads
    const results: R[] = [];
    const applied: string[] = [];
    for (const [at, letter] of letters.entries()) {
      const event = events[at] ?? null;
      const tried = await attemptOne(applier, event);
      if (tried.kind === 'poisoned') {
        await removeApplied(client, checkpoint, applied);
        await keepFailed(client, checkpoint, {
          sequence,
          position: letter.position,
          error: errorText(tried.error, event?.data),
        });
        return { results, more: false };
      }
      results.push(tried.result);
      applied.push(letter.position);
    }
    await removeApplied(client, checkpoint, applied);
    const more = letters.length === AT_ONCE;
    // Also the letters that were held after the request: nothing else would apply them if this retry ends here.
    if (more) await requestRest(client, checkpoint, sequence);
    return { results, more };
  });
}

/** An event of a newer program fails like a poisoned one, because the leader must not wait for it here. */
async function attemptOne<R>({ client, checkpoint, apply }: Applier<R>, event: RecordedEvent | null) {
  return attempt(client, async () => {
    if (!event) throw new Error('the event is not in the event store');
    return apply([event], client, checkpoint).catch((error: unknown) => {
      throw error instanceof NotYet ? new Error(error.message) : error;
    });
  });
}

/** Dead letters of earlier versions have no revision, so their whole stream is read. */
async function eventOf(store: Streams, { stream, revision, event_id }: Letter) {
  const found = await store.readStream(stream, revision === null ? {} : { from: revision, limit: 1 });
  return found.find(({ id }) => id === event_id) ?? null;
}

async function removeApplied(
  client: Db,
  { name, generation }: Checkpoint,
  positions: readonly string[],
): Promise<void> {
  await client.query(
    'delete from dead_letters where name = $1 and generation = $2 and position = any($3::text[])',
    [name, generation, positions],
  );
}

async function requestRest(client: Db, { name, generation }: Checkpoint, sequence: string): Promise<void> {
  await client.query(
    `update dead_letters set retry_requested = true
     where name = $1 and generation = $2 and sequence = $3 and not retry_requested`,
    [name, generation, sequence],
  );
}

async function keepFailed(
  client: Db,
  { name, generation }: Checkpoint,
  { sequence, position, error }: { sequence: string; position: string; error: string },
): Promise<void> {
  await client.query(
    `update dead_letters set retry_requested = false,
       error = case when position = $4 then $5 else error end,
       attempts = attempts + case when position = $4 then 1 else 0 end,
       tried_at = case when position = $4 then now() else tried_at end
     where name = $1 and generation = $2 and sequence = $3`,
    [name, generation, sequence, position, error],
  );
}
