import { adminsOf, allLeadsOf, userRoom } from '@crm/platform/live/rooms.ts';
import type { Hint } from '../projection.ts';
import type { LeadRow } from './row.ts';

/**
 * Hints for a changed lead: to the users who may see it (admins, holders of canSeeLeadsOfAllOperators, the new and the
 * previous operator), to the admins' approvals if it has or had a pending change, and to these operators if a request was
 * rejected, a rejection is outdated, or a rejected lead has another operator.
 */
export function leadHints(before: LeadRow | null, after: LeadRow | null): Hint[] {
  const row = after ?? before;
  if (!row) return [];
  const operators = new Set([before?.operator_id, after?.operator_id].flatMap((id) => id ?? []));
  const rooms = [adminsOf(row.tenant), allLeadsOf(row.tenant), ...[...operators].map(userRoom)];
  const hints = rooms.map((room) => ({ room, topic: 'leads', id: row.id }));
  const pending = before?.pending_request_id ?? after?.pending_request_id ?? null;
  if (pending !== null) hints.push({ room: adminsOf(row.tenant), topic: 'approvals', id: row.id });
  const isMoved = before?.operator_id !== after?.operator_id;
  const isSameRejection = before?.rejected_at?.getTime() === after?.rejected_at?.getTime();
  if (!isSameRejection || (before?.rejected_at && isMoved))
    hints.push(
      ...[...operators].map((id) => ({
        room: userRoom(id),
        topic: 'rejected-requests' as const,
        id: row.id,
      })),
    );
  return hints;
}
