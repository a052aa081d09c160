import type { LeadExportQuery } from '@crm/contracts/leads/export.ts';
import { cutText } from '@crm/events/language/text.ts';
import { dayAt } from '../days.ts';

/** Names for the ids in the filters; null for an unknown id. */
export type Names = { organisation: string; operator: string | null; offer: string | null };

/** The filters in words: 'hold, unassigned, from 2026-11-01'. */
export function filterWords(query: LeadExportQuery, { operator, offer }: Names): string[] {
  const { search, orderIds, status, assignmentStatus, assignedOperator, startDate, endDate, timeZone } =
    query;
  const { commentConnectionStatus, commentReason, hasAddress, selectedLeadIds, selectionId } = query;
  if (selectionId) return ['selection'];
  const words: (string | false | undefined | null)[] = [
    selectedLeadIds && 'selection',
    status,
    assignmentStatus,
    assignedOperator && (operator ?? 'assigned'),
    query.offer && (offer ?? 'one product'),
    commentConnectionStatus && callWords[commentConnectionStatus],
    commentReason,
    hasAddress !== undefined && (hasAddress ? 'with address' : 'without address'),
    startDate && `from ${dayOf(startDate, timeZone)}`,
    endDate && `to ${dayOf(endDate, timeZone)}`,
    orderIds && orderIds.length > 0 && `${orderIds.length} order ids`,
    search && `'${search}'`,
  ];
  return words.filter((word) => typeof word === 'string' && word !== '').map(String);
}

const callWords = {
  connected: 'connected calls',
  'not-connected': 'not connected calls',
  'no-comments': 'no comments',
} as const;

/** A file name has at most 255 bytes, and a UTF-16 unit takes up to three. */
const LONGEST = 60;

/** For example 'Demo Sales leads 2026-11-21 hold, unassigned.xlsx'; safe for any names. */
export function fileName(query: LeadExportQuery, names: Names, now: Date): string {
  const { timeZone, format } = query;
  const words = clean(filterWords(query, names).join(', '));
  const day = dayOf(now.toISOString(), timeZone);
  const name = [clean(names.organisation), 'leads', day, words].filter((part) => part !== '').join(' ');
  return `${name}.${format === 'csv' ? 'csv' : 'xlsx'}`;
}

/** Removes characters that a file system treats as part of a path, and invisible ones. */
const clean = (text: string) =>
  cutText(text.replace(/[\p{C}\\/:*?"<>|%]/gu, ' ').replace(/\s+/gu, ' '), LONGEST).replace(
    /^[\s.]+|[\s.]+$/gu,
    '',
  );

/** The day of an instant in the viewer's time zone; a day is returned unchanged. */
function dayOf(text: string, timeZone: string): string {
  return text.length === 10 ? text : dayAt(new Date(text), timeZone);
}
