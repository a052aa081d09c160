import type { Bits } from '../../bits.ts';

/**
 * What searches for the same terms know: the leads whose text they examined, and those of them that contain the terms.
 * It holds for texts up to the tenant's edit number `edits`, in the read models of `place`. Never changed, only replaced.
 */
export type Examined = { place: string; edits: number; examined: Bits; found: Bits };

type Entry = { known: Examined; isUsed: boolean };

/** Keeps what searches found in memory, up to a limit of bytes; the one that was not used for the longest time goes first. */
export function searchCache(mostBytes: number) {
  // The entry that was used last is the last one.
  const entries = new Map<string, Entry>();
  let used = 0;

  function forget(key: string) {
    const entry = entries.get(key);
    if (entry) used -= bytesIn(entry.known);
    entries.delete(key);
  }

  return {
    find(key: string): Examined | null {
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      entries.set(key, { ...entry, isUsed: true });
      return entry.known;
    },
    /** Does nothing if another read knows later edits. */
    keep(key: string, known: Examined): void {
      const before = entries.get(key)?.known;
      if (before && before.place === known.place && before.edits > known.edits) return;
      forget(key);
      entries.set(key, { known, isUsed: true });
      used += bytesIn(known);
      for (const oldest of entries.keys()) {
        if (used <= mostBytes) break;
        forget(oldest);
      }
    },
    /** Forgets what was not used since the previous call. */
    forgetUnused(): void {
      for (const [key, entry] of entries) {
        if (!entry.isUsed) forget(key);
        entry.isUsed = false;
      }
    },
    bytes: () => used,
  };
}

/** With roughly the key and the objects of V8. */
const bytesIn = ({ examined, found }: Examined) => 500 + examined.byteLength + found.byteLength;
