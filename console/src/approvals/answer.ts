import { Pagination } from '@crm/contracts/answer.ts';
import { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { z } from 'zod';

/** The answer violates the contract; its raw text is shown for diagnosis. */
export class UnexpectedAnswer extends Error {
  readonly raw: string;

  constructor(data: unknown) {
    super('The list of approvals came in an unexpected shape');
    this.name = 'UnexpectedAnswer';
    this.raw = JSON.stringify(data, null, 2) ?? 'undefined';
  }
}

const List = z.array(PendingApproval);
const nested = z.union([
  List,
  z.object({ approvals: List }).transform(({ approvals }) => approvals),
  z.object({ leads: List }).transform(({ leads }) => leads),
]);

type Raw = { data: unknown; pagination: unknown; stale: boolean };

/**
 * Reads an answer whose rows are the data itself, or its `approvals` or `leads` property. Without a valid
 * pagination, the rows are the only page.
 */
export function readApprovals({ data, pagination, stale }: Raw) {
  const list = nested.safeParse(data);
  if (!list.success) throw new UnexpectedAnswer(data);
  const total = list.data.length;
  const onlyPage = { page: 1, limit: total, totalPages: 1, total, totalCount: total };
  return { data: list.data, stale, pagination: Pagination.safeParse(pagination).data ?? onlyPage };
}
