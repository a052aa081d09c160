import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Bits, both, drop, keep, merge, numbersOf } from '../../bits.ts';
import { HOUR_MS } from '../../durations.ts';
import { plainSettings } from '../../tenants/settings.ts';
import { filterValue, hourOf } from '../filter-values.ts';
import { bitsOf, dropValue, readBitmaps } from './bitmaps.ts';
import { numberIsOneOf, numbersBy, setFrom } from './number-sets.ts';

/** A condition on how long a lead waits: docs/figures.md defines both kinds. */
export type Waiting = { kind: 'overdue' | 'urgent'; is: boolean };

/**
 * The leads that wait at `now` (in ms), as a set of the size of `length`. Time passes without events, so overdue leads are not
 * stored: they are the open leads without the erased ones and without the recent hours' bitmaps, at most 721 hours. Only the
 * leads of the hour in which the limit falls are compared by time.
 */
export async function waitingLeads(
  db: Db,
  { tenant, kind, now = Date.now() }: { tenant: string; kind: Waiting['kind']; now?: number },
  length: Bits,
): Promise<Bits> {
  const { overdueHours } = await plainSettings(db, tenant);
  const limit = now - overdueHours * HOUR_MS;
  const first = hourOf(limit);
  // One hour more than now: the clock of another process may be ahead.
  const recent = Array.from({ length: hourOf(now) + 1 - first }, (_, n) =>
    filterValue.touched(first + 1 + n),
  );
  const edge = filterValue.touched(first);
  const { open, erased, unassigned, marked } = filterValue;
  const ofUrgent = kind === 'urgent' ? [unassigned, marked] : [];
  const bitmaps = await readBitmaps(db, tenant, [open, erased, edge, ...recent, ...ofUrgent]);
  const openLeads = bitsOf(bitmaps, open, length);
  dropValue(openLeads, bitmaps, erased);
  const leads = openLeads.slice();
  // An hour has leads in few chunks, and there may be 720 hours.
  for (const hour of recent) dropValue(leads, bitmaps, hour);
  drop(leads, await touchedSince(db, tenant, limit, both(leads, bitsOf(bitmaps, edge, length))));
  switch (kind) {
    case 'overdue':
      return leads;
    case 'urgent': {
      drop(leads, bitsOf(bitmaps, unassigned, length));
      const markedLeads = bitsOf(bitmaps, marked, length);
      keep(markedLeads, openLeads);
      merge(leads, markedLeads);
      return leads;
    }
    default:
      return kind satisfies never;
  }
}

/** The leads among these whose last event is newer than `limit`. Index leads_number. */
async function touchedSince(db: Db, tenant: string, limit: number, leads: Bits): Promise<Bits> {
  const numbers = numbersOf(leads);
  const found =
    numbers.length === 0
      ? []
      : await numbersBy(
          db,
          `select number from leads where tenant = $1 and ${numberIsOneOf('$2')} and updated_at > $3`,
          [tenant, numbers, new Date(limit)],
        );
  return setFrom(found, leads);
}
