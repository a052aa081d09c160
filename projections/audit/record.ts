import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { columnsSql, timeSql } from './conditions.ts';
import { matching } from './patterns.ts';
import { type AskedPage, scopeSql } from './scope.ts';
import { patternsOf } from './search.ts';
import type { AuditRow } from './table.ts';

/** Events that are read at once while filters leave too few of them for a page. */
const STRETCH = 1_000;

/**
 * A page of the history of one record, newest first: stretches of its stream, until the page is full. In the order of
 * revisions, which is that of time unless the clock of the store was set back.
 */
export async function rowsOfRecord(
  db: Db,
  store: EventStore,
  asked: AskedPage,
  stream: string,
): Promise<AuditRow[]> {
  const page: AuditRow[] = [];
  for await (const events of stretches(store, asked, stream)) {
    const positions = events.map(({ position }) => position);
    page.push(...(await filtered(db, asked, positions, asked.limit - page.length)));
    if (page.length >= asked.limit) break;
  }
  return asked.place?.to === 'newer' ? page.reverse() : page;
}

/** The events from the place of the page on, in its direction. */
async function* stretches(
  store: EventStore,
  { filters, place, limit }: AskedPage,
  stream: string,
): AsyncGenerator<RecordedEvent[]> {
  const { subject: _, ...others } = filters;
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  const size = isFiltered ? STRETCH : limit;
  const begin = place?.stream === stream ? place.revision : null;
  if (place?.to === 'newer') {
    for (let from = begin === null ? 0 : begin + 1; ; from += size) {
      const events = await store.readStream(stream, { from, limit: size });
      yield events;
      if (events.length < size) return;
    }
  }
  for (let before = begin; ; ) {
    const events = await store.readBackwards(stream, { before, limit: size });
    yield events;
    const last = events.at(-1);
    if (!last || events.length < size) return;
    before = last.revision;
  }
}

/** The rows at these positions that match the other filters. By the primary keys. */
async function filtered(
  db: Db,
  asked: AskedPage,
  positions: readonly string[],
  limit: number,
): Promise<AuditRow[]> {
  if (positions.length === 0) return [];
  const { mark, ofScope, values } = scopeSql(asked.scope);
  const { place, filters } = asked;
  const where = `${columnsSql(asked, values)} ${timeSql({ ...asked, place: null }, values, 'e')}`;
  const beyond = place
    ? `and e.position ${place.to === 'older' ? '<' : '>'} $${values.push(place.position)}`
    : '';
  const patterns = patternsOf(filters);
  const text =
    patterns.length > 0
      ? `join audit_texts t on t.position = e.position and t.tenant = e.tenant and ${matching('t.text', patterns, values)}`
      : '';
  const { rows } = await db.query<AuditRow>(
    `${mark} select e.* from audit_events e ${text}
      where e.tenant ${ofScope} and e.position = any($${values.push(positions)}::text[]) ${where} ${beyond}
      order by e.position ${place?.to === 'newer' ? 'asc' : 'desc'} limit $${values.push(limit)}`,
    values,
  );
  return rows;
}
