import { z } from 'zod';
import { ownKeys } from '../../auth/ownStorage.ts';
import { type ListOrder, writeListOrder } from '../listOrder.ts';
import type { LeadListInput } from '../queries.ts';

const Kept = z.object({
  input: z.record(z.string(), z.unknown()),
  firstPage: z.int(),
  lastPage: z.int(),
  ids: z.array(z.string()),
});

/** The order that keepListOrder stored; null without one. Not beside it: the list shows its first rows without zod. */
export function readListOrder(): ListOrder | null {
  writeListOrder();
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(ownKeys.listOrder) ?? 'null'));
    // Written by keepListOrder; the server validates the query.
    return { ...kept, input: kept.input as LeadListInput };
  } catch {
    return null;
  }
}
