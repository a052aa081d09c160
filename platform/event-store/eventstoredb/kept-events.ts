import type { Position, RecordedEvent } from '../port.ts';
import { BATCH_BYTES, weightOf } from './read.ts';

/** Kept events: a consumer that joins at one of their positions needs no subscription of its own. */
const KEPT_EVENTS = 4_000;
const KEPT_BYTES = 16 * 1024 * 1024;

type Kept = { event: RecordedEvent; bytes: number };

/** Keeps the newest events after a position, in the order of the log. */
export function keptEvents(from: Position) {
  /** The events after `start` up to `last`. */
  let kept: Kept[] = [];
  let start = from;
  let last = from;
  let bytes = 0;
  const has = (after: Position) => after >= start && after <= last;

  return {
    last: () => last,
    /** Whether all events after a position are here. */
    has,
    /** Whether a position is here, and in the newer half. */
    isNearEnd: (after: Position) => has(after) && after >= (kept[kept.length >> 1]?.event.position ?? start),
    isFull: () => kept.length > KEPT_EVENTS || bytes > KEPT_BYTES,
    add(events: readonly RecordedEvent[], upTo: Position) {
      for (const event of events) {
        const weight = weightOf(event.data);
        kept.push({ event, bytes: weight });
        bytes += weight;
      }
      last = upTo;
    },
    /** Forgets as many of the oldest events as are too many, but none after a position. */
    forget(upTo: Position) {
      let count = 0;
      for (const { event, bytes: weight } of kept) {
        const isTooMuch = kept.length - count > KEPT_EVENTS || bytes > KEPT_BYTES;
        if (!isTooMuch || event.position > upTo) break;
        start = event.position;
        bytes -= weight;
        count += 1;
      }
      if (count > 0) kept = kept.slice(count);
    },
    /** The events after a position, at most `limit` and about BATCH_BYTES. */
    after(position: Position, limit: number): RecordedEvent[] {
      const found: RecordedEvent[] = [];
      let size = 0;
      for (
        let n = indexAfter(kept, position);
        n < kept.length && found.length < limit && size < BATCH_BYTES;
        n += 1
      ) {
        const each = kept[n];
        if (!each) break;
        found.push(each.event);
        size += each.bytes;
      }
      return found;
    },
  };
}

/** The index of the first event after a position. */
function indexAfter(kept: readonly Kept[], position: Position): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = kept[middle]?.event.position;
    if (at !== undefined && at <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
