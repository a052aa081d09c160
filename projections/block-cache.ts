import type { CodedColumn } from './block-column.ts';

/** A block of rows with the columns that were read so far, decoded. */
export type DecodedBlock = {
  block: number;
  size: number;
  coded: Map<string, CodedColumn>;
  numbers: Map<string, Float64Array>;
};

/** `storedIn`: the table of a generation; `version`: another one whenever the block was written. */
export type BlockKey = { tenant: string; storedIn: number; block: number; version: string };

/** `isUsed`: since the last call of `forgetUnused`. */
type Entry = { version: string; decoded: DecodedBlock; bytes: number; isUsed: boolean };
type TenantBlocks = { storedIn: number; bytes: number; blocks: Map<number, Entry> };

/** Keeps decoded blocks in memory, up to a limit of estimated bytes (docs/decisions.md). */
export type BlockCache = {
  /** The block in exactly this version, or null. */
  find: (key: BlockKey) => DecodedBlock | null;
  /** Stores a block, or adds to the `bytes` of one that has more columns now. Does nothing without room. */
  keep: (key: BlockKey, decoded: DecodedBlock, bytes: number) => void;
  /** Forgets the blocks that were not used since the previous call: they may be of erased leads and organisations. */
  forgetUnused: () => void;
  /** Estimated bytes in use. */
  bytes: () => number;
};

/**
 * Creates a cache of at most `mostBytes`, as estimated. When it is full, it forgets the tenant whose blocks were not used
 * for the longest time. A tenant never replaces its own blocks: reads go through all blocks in their order, so each would
 * replace the ones that the next read begins with.
 */
export function blockCache(mostBytes: number): BlockCache {
  // The tenant that was used last is the last one.
  const tenants = new Map<string, TenantBlocks>();
  let used = 0;

  function forget(tenant: string) {
    used -= tenants.get(tenant)?.bytes ?? 0;
    tenants.delete(tenant);
  }

  /** The tenant's blocks, which are the last used ones from now on. Those of an earlier table are never read again. */
  function blocksOf(tenant: string, storedIn: number): TenantBlocks | null {
    const known = tenants.get(tenant);
    if (!known) return null;
    if (known.storedIn !== storedIn) {
      forget(tenant);
      return null;
    }
    tenants.delete(tenant);
    tenants.set(tenant, known);
    return known;
  }

  function remove(own: TenantBlocks, block: number) {
    const bytes = own.blocks.get(block)?.bytes ?? 0;
    own.blocks.delete(block);
    own.bytes -= bytes;
    used -= bytes;
  }

  /** Whether there is room, for which other tenants are forgotten. */
  function makeRoom(tenant: string, bytes: number): boolean {
    for (const longestUnused of tenants.keys()) {
      if (used + bytes <= mostBytes) break;
      if (longestUnused !== tenant) forget(longestUnused);
    }
    return used + bytes <= mostBytes;
  }

  return {
    find({ tenant, storedIn, block, version }) {
      const entry = blocksOf(tenant, storedIn)?.blocks.get(block);
      if (entry?.version !== version) return null;
      entry.isUsed = true;
      return entry.decoded;
    },
    keep({ tenant, storedIn, block, version }, decoded, added) {
      const known = blocksOf(tenant, storedIn);
      const entry = known?.blocks.get(block);
      const bytes = added + (entry?.decoded === decoded ? entry.bytes : 0);
      if (known) remove(known, block);
      if (!makeRoom(tenant, bytes)) return;
      const own = known ?? { storedIn, bytes: 0, blocks: new Map() };
      tenants.set(tenant, own);
      own.blocks.set(block, { version, decoded, bytes, isUsed: true });
      own.bytes += bytes;
      used += bytes;
    },
    forgetUnused() {
      for (const [tenant, own] of tenants) {
        for (const [block, entry] of own.blocks) {
          if (!entry.isUsed) remove(own, block);
          entry.isUsed = false;
        }
        if (own.blocks.size === 0) tenants.delete(tenant);
      }
    },
    bytes: () => used,
  };
}
