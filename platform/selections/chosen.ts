import type { Chosen } from '@crm/events/selections/chosen.ts';
import type { Db } from '../postgres/transaction.ts';
import { type Picked, pickFrom } from './pick.ts';
import { CHUNK, chunkOf } from './selections.ts';

/** A chosen id, its index in the selection, and its index in the part. */
export type ChosenId = { id: string; place: number; rank: number };

/** Reads the chosen ids of a tenant chunk by chunk; skips chunks without a chosen id. */
export function readChosen(db: Db, tenant: string, { selection, total, part }: Chosen) {
  const picked = pickFrom(total, part);
  return {
    count: picked.count,
    chunks: Math.ceil(total / CHUNK),
    chunk: async (n: number): Promise<ChosenId[]> => {
      if (!hasAny(picked, n * CHUNK, Math.min(total, (n + 1) * CHUNK))) return [];
      const ids = await chunkOf(db, tenant, selection, n);
      if (!ids) throw new Error(`Selection ${selection} has no chunk ${n}`);
      return ids.flatMap((id, at) => {
        const place = n * CHUNK + at;
        const rank = picked.rankAt(place);
        return rank === null ? [] : { id, place, rank };
      });
    },
  };
}

function hasAny({ rankAt }: Picked, from: number, to: number): boolean {
  for (let place = from; place < to; place += 1) if (rankAt(place) !== null) return true;
  return false;
}
