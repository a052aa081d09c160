import { getOffer, listOffers, offerStats } from '@crm/contracts/offers/offers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type OfferListInput = Input<typeof listOffers>['query'];

/** One page of the list; leads change its figures. While the next is on its way the last stays in sight. */
export const offerList = (query: OfferListInput) =>
  queryOptions({
    ...read(listOffers, { query }, { topics: ['offers', 'leads'] }),
    placeholderData: keepPreviousData,
  });

export const offerDetail = (id: string) => read(getOffer, { params: { id } }, { topics: ['offers'], id });

/** What an offer has brought. Its leads change it, whichever leads those are. */
export const offerAnalytics = (id: string) =>
  read(offerStats, { params: { id } }, { topics: ['offers', 'leads'] });
