import { byId } from '@crm/contracts/fields.ts';
import type { Offer } from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { errorText, isNotFound } from '../../api/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { offerDetail } from '../queries.ts';
import { OfferNotFound } from './OfferNotFound.tsx';

/** A page about the offer whose id is in its address, once it is known. */
export function OfferGate({ children }: { children: (offer: Offer) => ReactNode }) {
  const { id = '' } = useParams();
  const isId = byId.safeParse({ id }).success;
  const query = useQuery({ ...offerDetail(id), enabled: isId });

  // Also when it was there a moment ago: deleted meanwhile.
  if (!isId || isNotFound(query.error)) return <OfferNotFound />;
  if (query.data) return children(query.data.data.offer);
  if (query.isError)
    return <ErrorState page text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  return <PageLoading />;
}
