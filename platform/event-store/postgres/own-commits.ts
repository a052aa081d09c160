import type { Appended } from './appended.ts';
import { KEPT_BYTES, type TailBuffer } from './tail-buffer.ts';

/** Opens a list of the commits of this process behind the end of a buffer, which takes them over without a read. */
export function openOwnCommits() {
  /** By position. */
  let waiting: Appended[] = [];
  let bytes = 0;

  return {
    isEmpty: () => waiting.length === 0,
    hasRoomFor: (commit: Appended) => bytes + commit.bytes <= KEPT_BYTES,
    add(commit: Appended) {
      // Near the end: two groups are in flight, and their answers may arrive in another order than they were committed.
      const before = waiting.findLastIndex(({ first }) => first < commit.first);
      waiting.splice(before + 1, 0, commit);
      bytes += commit.bytes;
    },
    clear() {
      waiting = [];
      bytes = 0;
    },
    /** Moves the commits that follow the buffer's end into it. @returns false if there are none */
    moveInto(buffer: TailBuffer): boolean {
      const from = buffer.end();
      for (const commit of waiting) {
        if (commit.first !== buffer.end() + 1) continue; // read already, or behind a commit that is not known here
        buffer.add(commit.events(), { events: commit.last - commit.first + 1, bytes: commit.bytes });
      }
      waiting = waiting.filter(({ first }) => first > buffer.end());
      bytes = waiting.reduce((sum, commit) => sum + commit.bytes, 0);
      if (buffer.end() === from) return false;
      buffer.trim();
      return true;
    },
  };
}
