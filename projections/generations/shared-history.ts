import { type EventStore, type Position, type ReadAll, START } from '@crm/platform/event-store/port.ts';

/** Batches in memory that some reader has not taken yet. The fastest reader waits for the slowest. */
const MOST_WAITING = 2;

/** One of the readers of a shared history. */
export type HistoryReader = Pick<EventStore, 'readAll'> & {
  /** Ends the sharing: other readers do not wait for this one any more, and it reads by itself from now on. */
  leave: () => void;
};

/** A batch that is read once, and the readers that have not taken it. */
type SharedBatch = { read: ReturnType<EventStore['readAll']>; missing: Set<HistoryReader> };

/**
 * Reads a history once for several readers, which begin at its start and read batch after batch with the same limit: each
 * event is fetched, parsed and decrypted once instead of once per reader. A reader that reads any other position leaves.
 * @param typesOf the event types of each reader
 * @returns a reader for each of them; all wait for it until it leaves
 */
export function shareHistory(
  store: Pick<EventStore, 'readAll'>,
  typesOf: readonly (readonly string[])[],
): HistoryReader[] {
  const types = [...new Set(typesOf.flat())];
  const waiting = new Map<Position, SharedBatch>();
  /** Where the next shared batch begins; null while it is not known. */
  let frontier: Position | null = START;
  let wake = () => {};
  let changed = Promise.resolve();
  const notify = () => {
    wake();
    changed = new Promise((resolve) => {
      wake = resolve;
    });
  };
  notify();

  function readNext({ after, limit }: ReadAll): SharedBatch {
    frontier = null;
    const read = store.readAll({ after, limit, types }).then((batch) => {
      frontier = batch.upTo;
      return batch;
    });
    read.catch(() => {}); // thrown to the readers
    const batch = { read, missing: new Set(readers.filter(isIn)) };
    waiting.set(after, batch);
    return batch;
  }

  function taken(reader: HistoryReader, after: Position, { missing }: SharedBatch) {
    missing.delete(reader);
    if (missing.size === 0 && waiting.delete(after)) notify();
  }

  const left = new Set<HistoryReader>();
  const isIn = (reader: HistoryReader) => !left.has(reader);
  const readers = typesOf.map((own) => {
    const wanted = new Set(own);
    const reader: HistoryReader = {
      async readAll(options) {
        for (;;) {
          const known = waiting.get(options.after);
          const isOld = known ? !known.missing.has(reader) : options.after !== frontier;
          if (isOld) reader.leave();
          if (!isIn(reader)) return store.readAll(options);
          if (!known && waiting.size >= MOST_WAITING) {
            await changed;
            continue;
          }
          const batch = known ?? readNext(options);
          taken(reader, options.after, batch);
          const { events, upTo } = await batch.read;
          return { events: events.filter(({ type }) => wanted.has(type)), upTo };
        }
      },
      leave() {
        left.add(reader);
        for (const [after, batch] of waiting) taken(reader, after, batch);
        notify();
      },
    };
    return reader;
  });
  return readers;
}
