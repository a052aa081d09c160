import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { rangeEnd, rangeStart } from '../days.ts';
import { matching } from '../search/patterns.ts';
import { columnsSql, timeSql } from './conditions.ts';
import { type AskedPage, type FoundRows, scopeSql } from './scope.ts';
import { patternsOf } from './search.ts';
import type { AuditRow } from './table.ts';

/** Events that are read at once while filters leave too few of them for a page, and how often a page reads so many. */
const READ = 1_000;
const MOST_READS = 20;

/**
 * A page of the history of one record, newest first: its stream is read part by part, until the page is full. In the order of
 * revisions, which is that of time unless the clock of the store was set back. Stops like a search does (find.ts) when
 * a rare filter finds too little in a long stream.
 */
export async function rowsOfRecord(
  db: Db,
  store: EventStore,
  asked: AskedPage,
  stream: string,
): Promise<FoundRows> {
  const page: AuditRow[] = [];
  let stoppedAt: string | null = null;
  let read = 0;
  for await (const { events, isLast } of eventsFrom(store, asked, stream)) {
    if (asked.scope !== '*' && events.every(({ meta }) => meta.tenant !== asked.scope)) break;
    const positions = events.map(({ position }) => position);
    page.push(...(await filtered(db, asked, positions, asked.limit - page.length)));
    read += 1;
    if (page.length >= asked.limit || isLast) break;
    if (read < MOST_READS) continue;
    stoppedAt = positions.at(-1) ?? null;
    break;
  }
  return { rows: asked.place?.to === 'newer' ? page.reverse() : page, stoppedAt };
}

type Events = { events: RecordedEvent[]; isLast: boolean };

/** The events from the place of the page on, in its direction, up to the end of the time that is asked for. */
async function* eventsFrom(
  store: EventStore,
  { filters, place, limit }: AskedPage,
  stream: string,
): AsyncGenerator<Events> {
  const { subject: _, startDate, endDate, ...others } = filters;
  const isFiltered = [startDate, endDate, ...Object.values(others)].some((value) => value !== undefined);
  const size = isFiltered ? READ : limit;
  const begin = place?.stream === stream ? place.revision : null;
  const start = startDate === undefined ? null : rangeStart(startDate);
  const end = endDate === undefined ? null : rangeEnd(endDate);
  // All events, because the clock of the store may have been set back.
  const areBeyond = (events: readonly RecordedEvent[]) =>
    place?.to === 'newer'
      ? end !== null && events.every(({ at }) => at >= end)
      : start !== null && events.every(({ at }) => at < start);
  const withEnd = (events: RecordedEvent[]): Events => ({
    events,
    isLast: events.length < size || areBeyond(events),
  });
  if (place?.to === 'newer')
    for (let from = begin === null ? 0 : begin + 1; ; from += size)
      yield withEnd(await store.readStream(stream, { from, limit: size }));
  for (let before = begin; ; ) {
    const events = await store.readBackwards(stream, { before, limit: size });
    yield withEnd(events);
    before = events.at(-1)?.revision ?? 0;
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
