import type { Row } from '../projection.ts';

export type CacheLimits = {
  /** Limit for the most recently written rows, in bytes. */
  rowBytes: number;
  /** Limit for the keys of all other rows, in bytes. */
  keyBytes: number;
};

/**
 * Limits per cached table. Of the projections that are built together, leads have two large tables of this kind, so a
 * rebuild takes some 512 MiB beside its batches. 64 MiB hold about 50,000 leads, enough for a lead's later events to find
 * its row; 192 MiB hold the keys of two million rows.
 */
const LIMITS: CacheLimits = { rowBytes: 64 * 2 ** 20, keyBytes: 192 * 2 ** 20 };

/**
 * Caches the rows that a table's only writer wrote most recently, and the keys of all other rows, so that a rebuild
 * seldom reads its own rows again. Never exceeds its limits.
 */
export type RowCache = {
  /** Returns the row; null when there is none; undefined when the table must be read. */
  get(key: string): Row | null | undefined;
  set(key: string, row: Row | null): void;
  /** Empties the cache; call it after a rollback. From then on an unknown key requires a read of the table. */
  forget(): void;
  /** Estimated bytes in use. */
  size(): CacheLimits;
};

/** Creates a cache for an empty table. */
export function createRowCache({ rowBytes, keyBytes }: CacheLimits = LIMITS): RowCache {
  const rows = new Map<string, { row: Row; bytes: number }>();
  const otherKeys = new Set<string>();
  let knowsAllKeys = true;
  const used: CacheLimits = { rowBytes: 0, keyBytes: 0 };

  function remove(key: string) {
    used.rowBytes -= rows.get(key)?.bytes ?? 0;
    rows.delete(key);
    if (otherKeys.delete(key)) used.keyBytes -= bytesOfKey(key);
  }

  function forgetKeys() {
    knowsAllKeys = false;
    otherKeys.clear();
    used.keyBytes = 0;
  }

  /** Replaces a row by its key only. */
  function shorten(key: string) {
    remove(key);
    if (!knowsAllKeys) return;
    if (used.keyBytes + bytesOfKey(key) > keyBytes) return forgetKeys();
    otherKeys.add(key);
    used.keyBytes += bytesOfKey(key);
  }

  return {
    get: (key) => rows.get(key)?.row ?? (knowsAllKeys && !otherKeys.has(key) ? null : undefined),
    set(key, row) {
      remove(key); // keeps the order of writes
      if (!row) return;
      const bytes = bytesOfKey(key) + bytesOf(row);
      for (const [oldest] of rows) {
        if (used.rowBytes + bytes <= rowBytes) break;
        shorten(oldest);
      }
      if (bytes > rowBytes) return shorten(key);
      rows.set(key, { row, bytes });
      used.rowBytes += bytes;
    },
    forget() {
      rows.clear();
      used.rowBytes = 0;
      forgetKeys();
    },
    size: () => ({ ...used }),
  };
}

/** Estimates the bytes of a string in V8 with its entry in a Map or Set. */
const bytesOfKey = (key: string) => 64 + key.length;

/** Estimates the bytes of a value: an upper bound for Latin text; other scripts take up to twice as much. */
function bytesOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 24 + value.length;
    case 'object': {
      if (value === null) return 8;
      let bytes = 48;
      for (const each of Object.values(value)) bytes += 8 + bytesOf(each);
      return bytes;
    }
    default:
      return 16;
  }
}
