import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { searchTerms } from '../leads/search.ts';
import { containing } from '../like.ts';
import { type AskedPage, type AuditScope, scopeSql } from './scope.ts';
import { fieldPattern } from './search-text.ts';

/** The newest texts are looked through first: a common word fills a page there, without reading all its matches. */
const NEWEST_TEXTS = 20_000;
/** The most entries of a search. Of a commoner word with further filters, only the newest entries are found. */
const MOST_FOUND = 20_000;
/** The most leads, and events of one record, that are found. */
const MOST_LEADS = 20;
const MOST_OF_RECORD = 5_000;

/** One of these patterns must match, for each list. */
type Patterns = readonly (readonly string[])[];

/** The positions that subject, field and search leave; null when none of them is set. */
export async function positionsFound(db: Db, store: EventStore, asked: AskedPage): Promise<string[] | null> {
  const { subject, field, search, ...others } = asked.filters;
  const terms = search ? searchTerms(search).map((any) => any.map(containing)) : [];
  const patterns = [...(field ? [[fieldPattern(field)]] : []), ...terms];
  if (subject) {
    const ofRecord = await positionsOfStreams(store, asked.scope, [subject]);
    if (patterns.length === 0) return ofRecord;
    return withText(db, asked.scope, patterns, ofRecord);
  }
  if (patterns.length === 0) return null;
  const isAlone = Object.values(others).every((value) => value === undefined) && asked.place?.to !== 'newer';
  const ofLeads = field ? [] : await positionsOfLeads(db, store, asked.scope, terms);
  const newest = isAlone ? await amongNewest(db, asked, patterns) : [];
  const found = newest.length >= asked.limit ? newest : await everyMatch(db, asked.scope, patterns);
  return [...new Set([...found, ...ofLeads])];
}

/** Among the newest texts before the page. Index audit_texts_tenant, or the primary key. */
async function amongNewest(db: Db, { scope, place, limit }: AskedPage, patterns: Patterns) {
  const { mark, ofScope, values } = scopeSql(scope);
  const before = place ? `and t.position < $${values.push(place.position)}` : '';
  const { rows } = await db.query<{ position: string }>(
    `${mark} select n.position from (
       select t.position, t.text from audit_texts t
        where t.tenant ${ofScope} ${before}
        order by t.position desc limit ${NEWEST_TEXTS}
     ) n where ${matching('n', patterns, values)} order by n.position desc limit $${values.push(limit)}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** The newest matches. Materialized, so that always the trigram index is used and the rest is sorted. */
async function everyMatch(db: Db, scope: AuditScope, patterns: Patterns): Promise<string[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ position: string }>(
    `${mark} with found as materialized (
       select t.position from audit_texts t
        where t.tenant ${ofScope} and ${matching('t', patterns, values)}
     ) select position from found order by position desc limit ${MOST_FOUND}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** The positions among these whose text matches. By the primary key. */
async function withText(db: Db, scope: AuditScope, patterns: Patterns, positions: readonly string[]) {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ position: string }>(
    `${mark} select t.position from audit_texts t
      where t.tenant ${ofScope} and t.position = any($${values.push(positions)}::text[])
        and ${matching('t', patterns, values)}`,
    values,
  );
  return rows.map(({ position }) => position);
}

/** A lead's creation has no text here, but the search of the leads list finds the lead. Index lead_search_text. */
async function positionsOfLeads(
  db: Db,
  store: EventStore,
  scope: AuditScope,
  terms: Patterns,
): Promise<string[]> {
  const { mark, ofScope, values } = scopeSql(scope);
  const { rows } = await db.query<{ id: string }>(
    `${mark} select l.id from lead_search l
      where l.tenant ${ofScope} and ${matching('l', terms, values, 'search')} limit ${MOST_LEADS}`,
    values,
  );
  const streams = rows.map(({ id }) => leadStream(LeadId.parse(id)));
  return positionsOfStreams(store, scope, streams);
}

/** The events of these records that belong to the scope, from their streams. */
async function positionsOfStreams(store: EventStore, scope: AuditScope, streams: readonly string[]) {
  const histories = await Promise.all(
    streams.map((stream) => store.readStream(stream, { limit: MOST_OF_RECORD })),
  );
  return histories
    .flat()
    .filter(({ meta }) => scope === '*' || meta.tenant === scope)
    .map(({ position }) => position);
}

function matching(alias: string, patterns: Patterns, values: unknown[], column = 'text'): string {
  const each = patterns.map(
    (any) => `(${any.map((pattern) => `${alias}.${column} like $${values.push(pattern)}`).join(' or ')})`,
  );
  return each.length > 0 ? each.join(' and ') : 'true';
}
