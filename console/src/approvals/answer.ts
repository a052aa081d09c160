import { Pagination } from '@crm/contracts/answer.ts';
import { PendingApproval } from '@crm/contracts/approvals/approvals.ts';
import { z } from 'zod';
import type { TextAnswer } from '../api/client.ts';
import { parsed } from '../api/exchange.ts';
import { approvalTexts } from './texts.ts';

/** The response has no list of approvals; its raw text is shown for diagnosis. */
export class UnexpectedAnswer extends Error {
  readonly raw: string;

  constructor(text: string) {
    super(approvalTexts.unexpected.error);
    this.name = 'UnexpectedAnswer';
    const json = parsed(text);
    this.raw = json === null ? text : JSON.stringify(json, null, 2);
  }
}

const List = z.array(PendingApproval);

/** The places of the list in a response: the response itself, `approvals`, `data`, `data.approvals`, `data.leads`. */
function placesIn(body: unknown): unknown[] {
  const data = fieldOf(body, 'data');
  return [body, fieldOf(body, 'approvals'), data, fieldOf(data, 'approvals'), fieldOf(data, 'leads')];
}

function fieldOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null
    ? Object.entries(of).find(([key]) => key === name)?.[1]
    : undefined;
}

/** Reads the list from the first of its places that has one. Without a valid pagination, the rows are the only page. */
export function readApprovals({ text, stale }: Pick<TextAnswer, 'text' | 'stale'>) {
  const body = parsed(text);
  for (const place of placesIn(body)) {
    const list = List.safeParse(place);
    if (list.success) return { data: list.data, stale, pagination: paginationOf(body, list.data.length) };
  }
  throw new UnexpectedAnswer(text);
}

function paginationOf(body: unknown, total: number): Pagination {
  const onlyPage = { page: 1, limit: total, totalPages: 1, total, totalCount: total };
  return Pagination.safeParse(fieldOf(body, 'pagination')).data ?? onlyPage;
}
