import { MOST_AT_ONCE } from '@crm/contracts/leads/bulk.ts';
import type { OneOfMany } from '@crm/events/leads/bulk-action.ts';
import type { Chosen, Part } from '@crm/events/selections/chosen.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { type Refused, refused } from '@crm/platform/http/result.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { readChosen } from '@crm/platform/selections/chosen.ts';
import { pickFrom } from '@crm/platform/selections/pick.ts';
import { keepIds, selectionOf } from '@crm/platform/selections/selections.ts';
import type { Pool } from 'pg';

/** The leads in the body of a bulk call: exactly one of ids and selection. */
export type Named = {
  leadIds?: readonly string[] | undefined;
  selectionId?: string | undefined;
  /** Maximum time to wait for the result, in seconds. */
  wait?: number | undefined;
};
export type PartSize = Pick<Part, 'quantity' | 'method'>;

type Few = { kind: 'few'; leads: readonly OneOfMany[] };
export type Many = { kind: 'many'; chosen: Chosen; count: number };

/**
 * Resolves the leads of a bulk call. More than MOST_AT_ONCE are stored as a selection for a batch. Refuses a selection
 * of another user, and a quantity below 1 or above the total. `seed` determines a random part.
 */
export async function leadsOf(
  pool: Pool,
  { tenant, id: user }: SignedInCaller,
  { leadIds, selectionId }: Named,
  choice: { part: PartSize | null; seed: string },
): Promise<Few | Many | Refused> {
  const ids = leadIds && [...new Set(leadIds)];
  const selection = selectionId ? await selectionOf(pool, selectionId, { tenant, user }) : null;
  const total = ids?.length ?? selection?.total;
  if (total === undefined) return refused('selection-not-found');
  const part = choice.part && { ...choice.part, seed: Number.parseInt(choice.seed.slice(0, 8), 16) };
  if (part && (part.quantity < 1 || part.quantity > total))
    return refused('bad-input', { errors: { quantity: `Quantity must be between 1 and ${total}` } });

  const { count, rankAt } = pickFrom(total, part);
  if (ids && count <= MOST_AT_ONCE) {
    const picked = ids.flatMap((id, place) => {
      const rank = rankAt(place);
      return rank === null ? [] : { id, rank };
    });
    return { kind: 'few', leads: picked };
  }
  const kept = selection ?? (await inTransaction(pool, (tx) => keepIds(tx, { tenant, user }, ids ?? [])));
  const chosen = { selection: kept.id, total, part };
  if (count > MOST_AT_ONCE) return { kind: 'many', chosen, count };
  return { kind: 'few', leads: await allOf(pool, tenant, chosen) };
}

async function allOf(pool: Pool, tenant: string, chosen: Chosen): Promise<OneOfMany[]> {
  const { chunks, chunk } = readChosen(pool, tenant, chosen);
  const all: OneOfMany[] = [];
  for (let n = 0; n < chunks; n += 1) all.push(...(await chunk(n)));
  return all;
}
