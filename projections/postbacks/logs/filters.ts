import type { LogFilters } from '@crm/contracts/postbacks/logs.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { rangeEnd, rangeStart } from '../../days.ts';
import { containing } from '../../like.ts';
import { matching } from '../../search/patterns.ts';
import { searchTerms } from '../../search/terms.ts';

/** The read models of a postback's log, beside its rows, which workers write: a search finds leads, and a row names its lead. */
export const LOG_READS = ['postbacks', 'leads'];

/** The parsed filters of a postback's log. */
export type AskedLogs = {
  tenant: TenantId;
  postback: string;
  status: string | null;
  event: TriggerEvent | null;
  response: string | null;
  /** From `from` (inclusive) to `before` (exclusive); null is unlimited. */
  from: Date | null;
  before: Date | null;
  /** Only deliveries of these leads; null for all. */
  leads: string[] | null;
  /** The message that more leads match the search than `leads` has; undefined when none is missing. */
  tooWide: string | undefined;
};

/** Maximum number of leads of a search. */
const MOST_LEADS = 2_000;
const TOO_WIDE = `More than ${MOST_LEADS.toLocaleString('en-US')} leads match the search, so not all deliveries are found. Add words to it.`;

export async function askedLogs(
  db: Db,
  tenant: TenantId,
  postback: string,
  { status, event, response, startDate, endDate, search }: LogFilters,
): Promise<AskedLogs> {
  const leads = search ? await leadsFound(db, tenant, search) : [];
  return {
    tenant,
    postback,
    status: status ?? null,
    event: event ?? null,
    response: response ?? null,
    from: startDate ? rangeStart(startDate) : null,
    before: endDate ? rangeEnd(endDate) : null,
    // By order id, also a deleted lead.
    leads: search ? [leadIdOf(tenant, search), ...leads.slice(0, MOST_LEADS)] : null,
    tooWide: leads.length > MOST_LEADS ? TOO_WIDE : undefined,
  };
}

/** The leads that match a search as in the leads list; one more than the maximum tells that there are more. */
async function leadsFound(db: Db, tenant: TenantId, search: string): Promise<string[]> {
  const values: unknown[] = [tenant];
  const found = matching(
    'search',
    searchTerms(search).map((either) => either.map(containing)),
    values,
  );
  const { rows } = await db.query<{ id: string }>(
    // The trigram index of lead_search.
    `select id from lead_search where tenant = $1 and ${found} limit ${MOST_LEADS + 1}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** The filters as SQL on `postback_deliveries d`, without tenant and period; appends their values to `values`. */
export function whereOf({ postback, status, event, response, leads }: AskedLogs, values: unknown[]): string {
  const all = [`d.postback = $${values.push(postback)}`];
  if (status) all.push(`d.status = $${values.push(status)}`);
  if (event) all.push(`d.event = $${values.push(event)}`);
  if (response) all.push(`d.response = $${values.push(response)}`);
  if (leads) all.push(`d.lead = any($${values.push(leads)}::uuid[])`);
  return all.join(' and ');
}

/** The period as SQL on `d.created_at`; appends its values to `values`. */
export function within(from: Date | null, before: Date | null, values: unknown[]): string {
  const all = ['true'];
  if (from) all.push(`d.created_at >= $${values.push(from)}`);
  if (before) all.push(`d.created_at < $${values.push(before)}`);
  return all.join(' and ');
}
