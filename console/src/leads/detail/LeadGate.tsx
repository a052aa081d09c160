import type { Answered } from '@crm/contracts/endpoint.ts';
import { byId } from '@crm/contracts/fields.ts';
import type { getLead } from '@crm/contracts/leads/read.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../../api/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LeadLoading } from './LeadLoading.tsx';
import { LeadNotFound } from './LeadNotFound.tsx';
import { leadDetail } from './queries.ts';

/** The lead that the address names, once it is known; until then, or when there is none, what to say instead. */
export function LeadGate({ children }: { children: (known: Answered<typeof getLead>) => ReactNode }) {
  const { id = '' } = useParams();
  const isId = byId.safeParse({ id }).success;
  const query = useQuery({ ...leadDetail(id), enabled: isId });

  // Also when it was there a moment ago: deleted, or given to somebody else.
  if (!isId || isNotFound(query.error)) return <LeadNotFound />;
  if (query.data) return children(query.data.data);
  if (query.isError)
    return <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return <LeadLoading />;
}
