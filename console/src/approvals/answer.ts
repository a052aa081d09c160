import { Pagination } from '@crm/contracts/answer.ts';
import { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { z } from 'zod';

export type ApprovalsAnswer =
  | { kind: 'list'; rows: readonly PendingApproval[] }
  /** Not what the contract says; shown as it came, so that whoever looks into it has something to look at. */
  | { kind: 'unexpected'; raw: string };

const List = z.array(PendingApproval);
const nested = z.union([
  List,
  z.object({ approvals: List }).transform(({ approvals }) => approvals),
  z.object({ leads: List }).transform(({ leads }) => leads),
]);

/** The list of an answer: the data itself, or under `approvals` or `leads` in it. */
export function readApprovals(data: unknown): ApprovalsAnswer {
  const list = nested.safeParse(data);
  if (list.success) return { kind: 'list', rows: list.data };
  return { kind: 'unexpected', raw: JSON.stringify(data, null, 2) ?? 'undefined' };
}

/** How many wait in all, and on how many pages; an answer of another shape has neither. */
export function extentOf(answer: { pagination: unknown } | undefined): { total: number; totalPages: number } {
  const parsed = Pagination.pick({ total: true, totalPages: true }).safeParse(answer?.pagination);
  return parsed.data ?? { total: 0, totalPages: 1 };
}
