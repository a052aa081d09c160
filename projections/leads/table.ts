import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { bitmapIndex } from '../bitmap-index.ts';
import { projection, table } from '../projection.ts';
import { leadColumnBlocks } from './column-blocks.ts';
import { type CommentRow, commentColumns, foldComment } from './comment-row.ts';
import {
  leadFiguresByOffer,
  leadFiguresByOperator,
  leadFiguresByOperatorDay,
  leadRevenueByQuarterHour,
} from './figures.ts';
import { filterValuesOf } from './filter-values.ts';
import { foldLead } from './fold.ts';
import { leadHints } from './hints.ts';
import { chunks, numbers } from './numbers.ts';
import { type LeadRow, leadColumns } from './row.ts';
import { foldSearch, type SearchRow, searchKeyOf } from './search-text.ts';

/**
 * The list's filters use the bitmap index instead of B-tree indexes: a comment, an assignment or a status change
 * updates no B-tree, so Postgres can store the row's next version on the same page. Each sort index ends with the
 * number, so that pages are read from the index alone.
 */
const leads = table<LeadRow, LeadEvent>({
  name: 'leads',
  columns: leadColumns,
  key: ['id'],
  indexes: {
    leads_number: '(tenant, number)',
    leads_created: '(tenant, created_at, number)',
    leads_total: '(tenant, total, number)',
    leads_order: '(tenant, order_id, number)',
    leads_own_reason: '(tenant, own_reason, number) where own_reason is not null',
    // Duplicates.
    leads_phone: '(tenant, phone_digits)',
    leads_alternate: '(tenant, alternate_digits) where alternate_digits is not null',
    leads_email: '(tenant, email_lower) where email_lower is not null',
    // Approvals: as few entries as pending requests.
    leads_pending: '(tenant, pending_requested_at, id) where pending_request_id is not null',
  },
  // Vacuumed more often than other tables, because deep pages are read with index-only scans.
  storage: `fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05`,
  derived: [
    leadFiguresByOperator,
    leadFiguresByOffer,
    leadFiguresByOperatorDay,
    leadRevenueByQuarterHour,
    leadColumnBlocks,
    // The list's filters and totals.
    bitmapIndex({ name: 'lead_bitmaps', number: 'number', of: filterValuesOf }),
  ],
  rows: 'per-stream',
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldLead,
  hints: leadHints,
});

/**
 * A separate table beside the leads: trigram indexes are the most expensive to update, so this is updated only when the
 * text changes and not with every comment. The index is used as long as LIKE is leakproof under row-level security
 * (platform/postgres/cluster.ts).
 */
const search = table<SearchRow, LeadEvent>({
  name: 'lead_search',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    number: 'integer not null',
    search: 'text not null',
    edited: 'integer',
  },
  key: ['id'],
  indexes: {
    lead_search_text: 'using gin (tenant, search gin_trgm_ops)',
    // If few leads are left to check, those are read.
    lead_search_number: '(tenant, number)',
    // The texts that were edited since an earlier search. New leads have no entry.
    lead_search_edited: '(tenant, edited) where edited is not null',
  },
  rows: 'per-stream',
  keyOf: searchKeyOf,
  fold: foldSearch,
});

const comments = table<CommentRow, LeadEvent>({
  name: 'lead_comments',
  columns: commentColumns,
  key: ['id'],
  rows: 'append-only',
  // A lead's comments; read backwards for newest first.
  indexes: { lead_comments_lead: '(lead_id, revision)' },
  keyOf: (event) => (event.type === 'LeadCommented' ? { id: event.data.commentId } : null),
  // Comments of a deleted lead stay for an undo; comments are only read together with their lead.
  fold: foldComment,
  clear: {
    index: 'lead_comments_lead',
    of: (event) =>
      event.type === 'LeadErased' ? { tenant: event.meta.tenant, lead_id: idOf(event.stream) } : null,
  },
});

/** Existing leads, with search data and comments. */
export const leadsProjection = projection({
  name: 'leads',
  version: 18,
  events: leadEvents,
  everyMs: 10,
  readsMostEvents: true,
  tables: [numbers, chunks, leads, search, comments],
});
