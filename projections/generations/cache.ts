import type { Row } from '../projection.ts';

export type CacheLimits = {
  /** Bytes of the rows that were written last. */
  rowBytes: number;
  /** Bytes of the keys of all other rows. */
  keyBytes: number;
};

/**
 * For each table of the projection that is being built; one is built at a time. Leads have two such tables, so a rebuild
 * takes at most 512 MiB beside its batches. 64 MiB are some 50,000 leads, enough for a lead's events to meet its row;
 * 192 MiB are the keys of two million rows.
 */
const LIMITS: CacheLimits = { rowBytes: 64 * 2 ** 20, keyBytes: 192 * 2 ** 20 };

/**
 * The rows of a table that its one builder wrote last, and the keys of all others, so that a rebuild seldom reads what
 * it wrote. Never larger than its limits.
 */
export type RowCache = {
  /** The row; null when there is none; undefined when only the table can tell. */
  get(key: string): Row | null | undefined;
  set(key: string, row: Row | null): void;
  /** Called when what was written was rolled back: only the table can tell. */
  forget(): void;
  /** Estimated bytes that are in use. */
  size(): CacheLimits;
};

/** A cache of a table that is empty. */
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

  /** Keeps the key of the oldest row instead of the row. */
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
      remove(key); // what is set last is the newest
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

/** A string of V8 and its place in a Map or Set. */
const bytesOfKey = (key: string) => 64 + key.length;

/** An estimate from above for Latin text; other scripts take up to twice as much for their texts. */
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
