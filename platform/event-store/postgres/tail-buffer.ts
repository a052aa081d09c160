import type { RecordedEvent } from '../port.ts';

const KEPT_EVENTS = 4_000;
export const KEPT_BYTES = 16 * 1024 * 1024;

/** The size of a commit, or of what one read returned. */
type Weight = { events: number; bytes: number };

/** The newest events of the log, bounded in number and size. */
export type TailBuffer = ReturnType<typeof openTailBuffer>;

/** Opens a buffer that has no place in the log until `startAt`. */
export function openTailBuffer() {
  /** The events of the positions `start + 1` to `start + events.length`; positions have no gaps. */
  let start = -1;
  let events: RecordedEvent[] = [];
  let weights: Weight[] = [];
  let bytes = 0;

  function startAt(row: number) {
    start = row;
    events = [];
    weights = [];
    bytes = 0;
  }

  return {
    isStarted: () => start >= 0,
    /** The position of its newest event. */
    end: () => start + events.length,
    /** Whether all events after a position are here. */
    has: (row: number) => row >= start && row <= start + events.length,
    /** The events after a position that `has` confirms, at most `limit`. */
    after: (row: number, limit: number) => events.slice(row - start, row - start + limit),
    /** Drops all events, and begins after this position. */
    startAt,
    /** Drops all events, until `startAt`. */
    clear: () => startAt(-1),
    /** Adds the events that follow its end. `trim` afterwards. */
    add(more: readonly RecordedEvent[], weight: Weight) {
      events.push(...more);
      weights.push(weight);
      bytes += weight.bytes;
    },
    /** Drops the oldest commits that are too many, but never the newest one. */
    trim() {
      let count = 0;
      while (weights.length > 1 && (bytes > KEPT_BYTES || events.length - count > KEPT_EVENTS)) {
        const oldest = weights.shift();
        count += oldest?.events ?? 0;
        bytes -= oldest?.bytes ?? 0;
      }
      events.splice(0, count);
      start += count;
    },
  };
}
