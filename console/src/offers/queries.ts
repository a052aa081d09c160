import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type OfferListInput = Input<typeof offersContract.listOffers>['query'];

/** One page of the list; leads change its figures. The previous page stays visible while the next loads. */
export const offerList = (query: OfferListInput) =>
  queryOptions({
    ...read(
      address<typeof offersContract.listOffers>('GET', '/offers'),
      { query },
      { topics: ['offers', 'leads'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

export const offerDetail = (id: string) =>
  read(
    address<typeof offersContract.getOffer>('GET', '/offers/:id'),
    { params: { id } },
    { topics: ['offers'], id },
  );

/** The results of an offer. Any lead hint refreshes them, because hints do not name the offer. */
export const offerAnalytics = (id: string) =>
  read(
    address<typeof offersContract.offerStats>('GET', '/offers/:id/stats'),
    { params: { id } },
    { topics: ['offers', 'leads'], pace: 'aggregate' },
  );
