import { z } from 'zod';
import { BatchAnswer } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { byId, instant, pageQuery, wholeUpTo } from '../fields.ts';
import { Lead } from './lead.ts';
import { LeadFilters } from './read.ts';

/**
 * Finds the leads as they were at a moment, as a batch; its id is that of the list. The filters are those of the leads list,
 * with the values of that moment.
 */
export const findPastLeads = endpoint({
  method: 'POST',
  path: '/leads/past',
  body: LeadFilters.pick({ status: true, offer: true, assignedOperator: true, search: true }).extend({
    at: instant.refine((at) => Date.parse(at) <= Date.now(), { error: 'Enter a time in the past' }),
    /** Seconds to wait for the list; default: 20. */
    wait: wholeUpTo(20).optional(),
  }),
  data: BatchAnswer,
  statuses: [200, 202],
});

/** The result of the batch that finds a list. `filters` are its filters in words; empty without filters. */
export const PastListResult = z.object({
  message: z.string(),
  at: instant,
  total: z.int(),
  filters: z.string().default(''),
});

/** A page of such a list: the leads of that moment, newest first. Kept for 30 days. The moment is in the batch's result. */
export const listPastLeads = endpoint({
  method: 'GET',
  path: '/leads/past/:id',
  params: byId,
  query: z.strictObject(pageQuery),
  data: z.array(Lead),
  paged: true,
});

/** Writes such a list to a .csv or .xlsx file, as a batch; GET /batches/{id}/file sends the file. */
export const exportPastLeads = endpoint({
  method: 'POST',
  path: '/leads/past/:id/export',
  params: byId,
  body: z.strictObject({
    format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx' }).default('csv'),
    wait: wholeUpTo(20).optional(),
  }),
  data: BatchAnswer,
  statuses: [200, 202],
});
