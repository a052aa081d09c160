import { Pagination } from '@crm/contracts/answer.ts';
import { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { z } from 'zod';

export type ApprovalsAnswer =
  | { kind: 'list'; rows: readonly PendingApproval[] }
  /** The answer violates the contract; its raw text is shown for diagnosis. */
  | { kind: 'unexpected'; raw: string };

const List = z.array(PendingApproval);
const nested = z.union([
  List,
  z.object({ approvals: List }).transform(({ approvals }) => approvals),
  z.object({ leads: List }).transform(({ leads }) => leads),
]);

/** Reads the rows of an answer: the data itself, or its `approvals` or `leads` property. */
export function readApprovals(data: unknown): ApprovalsAnswer {
  const list = nested.safeParse(data);
  if (list.success) return { kind: 'list', rows: list.data };
  return { kind: 'unexpected', raw: JSON.stringify(data, null, 2) ?? 'undefined' };
}

/** Total and page count of an answer; 0 and 1 when it has no valid pagination. */
export function extentOf(answer: { pagination: unknown } | undefined): { total: number; totalPages: number } {
  const parsed = Pagination.pick({ total: true, totalPages: true }).safeParse(answer?.pagination);
  return parsed.data ?? { total: 0, totalPages: 1 };
}
