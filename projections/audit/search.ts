import type { AuditFilters } from '@crm/contracts/audit/audit.ts';
import { LeadId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { containing } from '../like.ts';
import { matching, type Patterns } from '../search/patterns.ts';
import { searchTerms } from '../search/terms.ts';
import { type AskedPage, type AuditScope, scopeSql } from './scope.ts';
import { fieldPattern } from './search-text.ts';

/** The most leads, and events of each, that are found. */
const MOST_LEADS = 20;
const MOST_OF_LEAD = 5_000;

/** The patterns of the texts that the filters `field` and `search` leave. */
export const patternsOf = ({ field, search }: AuditFilters): Patterns => [
  ...(field ? [[fieldPattern(field)]] : []),
  ...termsOf(search),
];

const termsOf = (search: string | undefined): Patterns =>
  search ? searchTerms(search).map((any) => any.map(containing)) : [];

/** The patterns of a page, and the positions of leads that its words find; null when no words or field are asked for. */
export async function searchOf(
  db: Db,
  store: EventStore,
  { scope, filters }: AskedPage,
): Promise<{ patterns: Patterns; ofLeads: readonly string[] } | null> {
  const patterns = patternsOf(filters);
  if (patterns.length === 0) return null;
  const ofLeads = filters.field ? [] : await positionsOfLeads(db, store, scope, patterns);
  return { patterns, ofLeads };
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
      where l.tenant ${ofScope} and ${matching('l.search', terms, values)} limit ${MOST_LEADS}`,
    values,
  );
  const events = await store.readStreams(
    rows.map(({ id }) => ({ stream: leadStream(LeadId.parse(id)), from: 0, limit: MOST_OF_LEAD })),
  );
  return events.filter(({ meta }) => scope === '*' || meta.tenant === scope).map(({ position }) => position);
}
