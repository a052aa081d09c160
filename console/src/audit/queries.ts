import type * as contract from '@crm/contracts/audit/audit.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../api/client.ts';
import { read } from '../api/read.ts';
import { callsOf } from './calls.ts';
import { type AuditListState, inputOf } from './filters.ts';

/** A page of the history. `isOfAll`: that of all organisations, for super admins. */
export const auditLogs = (isOfAll: boolean, state: AuditListState) =>
  queryOptions({
    ...read(callsOf(isOfAll).list, { query: inputOf(state) }, { topics: ['audit'] }),
    placeholderData: keepPreviousData,
    select: (answer) => pageOf(answer, state),
  });

type Listed = Pick<Answer<typeof contract.listAuditLogs>, 'data' | 'stale'>;

/** A page as lists show it. The number of all entries is unknown, only whether there are older ones. */
function pageOf({ data: { entries, older, newer }, stale }: Listed, { page }: AuditListState) {
  const totalPages = older === null ? page : page + 1;
  return { data: entries, older, newer, stale, pagination: { page, total: entries.length, totalPages } };
}

export const auditChoices = (isOfAll: boolean) =>
  read(callsOf(isOfAll).choices, {}, { topics: ['users'], pace: 'aggregate' });

/** The causes and effects of an entry; a running batch causes more. */
export const auditWhy = (isOfAll: boolean, entry: string) =>
  read(callsOf(isOfAll).why, { params: { entry } }, { topics: ['batches'], pace: 'aggregate' });
